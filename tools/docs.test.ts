import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

/** Where a document points to inside the repository: its links, and paths in code marks. */
function pathsOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] ?? '')
  const marked = [...text.matchAll(/`((?:src|e2e|tools|docs)\/[\w$./-]+)`/g)].map(
    (match) => match[1] ?? '',
  )
  return [
    ...links
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => join(root, dirname(document), link)),
    ...marked.map((path) => join(root, path)),
  ]
}

it.each(documents)('[product] every path in %s resolves', (document) => {
  const missing = pathsOf(document).filter((path) => !existsSync(path))
  expect(missing.map((path) => path.slice(root.length + 1))).toEqual([])
})
