import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeAudit } from './audit.mjs'
import { isAllowed, licenceOf, licenceProblems, packagesOf } from './licences.mjs'

const root = resolve(import.meta.dirname, '..')
type Locked = { hasInstallScript?: boolean; integrity?: string; inBundle?: boolean }
type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>> & {
  allowScripts: Record<string, boolean>
}
const manifest: Manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
const lockText = readFileSync(`${root}/package-lock.json`, 'utf8')
const lock: { packages: Record<string, Locked> } = JSON.parse(lockText)

const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

describe('what the project is made of', () => {
  it('[product] is pinned to exact versions', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  it("[product] is locked by hash, and tied to nobody's registry", () => {
    // What is bundled lies in its parent's archive and under its hash.
    const unlocked = Object.entries(lock.packages)
      .filter(([path, { integrity, inBundle }]) => path !== '' && !integrity && !inBundle)
      .map(([path]) => path)
    expect(unlocked).toEqual([])
    expect(lockText).not.toMatch(/"resolved"|\/-\/[^"]*\.tgz/)
  })

  it('[product] runs install scripts of nothing but the database', () => {
    const withScripts = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path))
    expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(withScripts)].sort())
    const allowed = Object.entries(manifest.allowScripts).filter(([, mayRun]) => mayRun)
    expect(allowed).toEqual([['better-sqlite3', true]])
  })

  it('[product] is under licences that are on the list', () => {
    const packages = packagesOf(root)
    expect(packages.length).toBe(Object.keys(lock.packages).length - 1)
    expect(licenceProblems(packages)).toEqual([])
  })
})

describe('licenceProblems', () => {
  const one = (licence: string | null, isDev = false) =>
    licenceProblems([{ name: 'x@1.0.0', licence, isDev }])

  it('[product] refuses a package without a licence, and one that is not on the list', () => {
    expect(one(null)).toEqual(['x@1.0.0 names no licence.'])
    expect(one('GPL-3.0-only')).toHaveLength(1)
    expect(one('UNLICENSED', true)).toHaveLength(1)
    expect(one('MPL-2.0')).toHaveLength(1)
    expect(one('MPL-2.0', true)).toEqual([])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR WTFPL)', true],
    ['(BSD-2-Clause OR MIT OR Apache-2.0)', true],
    ['MIT AND GPL-3.0-only', false],
    ['WTFPL', false],
  ])('[product] reads %s', (expression, allowed) => {
    expect(isAllowed(expression, new Set(['MIT']))).toBe(allowed)
  })

  it('[product] reads the old forms too', () => {
    expect(licenceOf({ license: { type: 'MIT' } })).toBe('MIT')
    expect(licenceOf({ licenses: [{ type: 'ISC' }] })).toBe('ISC')
    expect(licenceOf({ license: '' })).toBeNull()
    expect(licenceOf({})).toBeNull()
  })
})

describe('judgeAudit', () => {
  it('[product] fails on a high finding and names it', () => {
    const report = { vulnerabilities: { bad: { severity: 'high' }, dull: { severity: 'low' } } }
    const { failed, sentences } = judgeAudit(JSON.stringify(report))
    expect(failed).toBe(true)
    expect(sentences[0]).toContain('bad')
    expect(sentences.join(' ')).not.toContain('dull')
  })

  it('[product] passes without one', () => {
    expect(judgeAudit('{"vulnerabilities": {}}').failed).toBe(false)
  })

  it.each([
    ['{"statusCode": 405, "message": "405 Method Not Allowed"}', /405/],
    ['{"error": {"code": "ENOTFOUND"}}', /NOT CHECKED/],
    ['', /NOT CHECKED/],
    ['<html>', /NOT CHECKED/],
  ])('[product] says in one sentence that nothing was checked: %s', (output, sentence) => {
    const { failed, sentences } = judgeAudit(output)
    expect([failed, sentences.length]).toEqual([false, 1])
    expect(sentences[0]).toMatch(sentence)
  })
})
