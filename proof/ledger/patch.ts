import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Break } from './breaks/shape'

/** How often `find` stands in its file: a patch that is not stale finds it once. */
export function found(source: string, find: string): number {
  return source.split(find).length - 1
}

/** Applies a patch in a tree and returns what takes it back. Throws where `find` does not stand exactly once. */
export function apply(root: string, { file, find, replace }: Break): () => void {
  const path = join(root, file)
  const source = readFileSync(path, 'utf8')
  const times = found(source, find)
  if (times !== 1) throw new Error(`${file} has "${find}" ${times} times: it has to be once`)
  // A function, because `$&` in a replacement would be read as a pattern.
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  return () => writeFileSync(path, source)
}
