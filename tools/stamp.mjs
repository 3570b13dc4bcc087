import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json', 'tools']
const STAMP = 'dist/.build-stamp'

/** @param {string} source @returns {string[]} its files, in a fixed order */
function filesOf(source) {
  if (!existsSync(source)) return []
  if (!statSync(source).isDirectory()) return [source]
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => join(source, path))
    .filter((path) => !path.includes('.test.') && statSync(path).isFile())
    .sort()
}

/** A hash of everything that goes into the build; file times say too little after a checkout. */
function sourceHash() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesOf)) {
    const bytes = readFileSync(path)
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/** Whether `dist/` is a whole build of the sources as they are. */
export function isBuilt() {
  const parts = [STAMP, 'dist/client/index.html', 'dist/server/main.js', 'dist/server/sandbox.js']
  return parts.every((path) => existsSync(path)) && readFileSync(STAMP, 'utf8') === sourceHash()
}

/** Marks `dist/` as a build of the sources as they are. */
function writeStamp() {
  writeFileSync(STAMP, sourceHash())
}

if (import.meta.filename === process.argv[1]) writeStamp()
