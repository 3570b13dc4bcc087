import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A copy of the working tree, with what git does not know yet and without what it ignores. */
export type Copy = { readonly root: string; remove(): void }

export function copyTree(root: string): Copy {
  const copy = mkdtempSync(join(tmpdir(), 'passbook-ledger-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of new Set(files.split('\0'))) {
    const from = join(root, file)
    if (file === '' || !existsSync(from)) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(from, join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true }) }
}
