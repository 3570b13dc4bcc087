import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { decisionsNamed, misnamed, rulesNamed, withoutTags } from './tags'

/** A test, or a group of tests, whose name carries rules or decisions. */
export type NamedTest = {
  /** From the root of the repository. */
  readonly file: string
  /** As it stands in the source; what is filled in there is `…`. */
  readonly name: string
}

const ROOMS = ['src', 'tools', 'proof', 'conformance', 'e2e']
const TEST = /\.(?:test\.tsx?|e2e\.ts)$/

function testFiles(root: string): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${room}/${file}`,
    ),
  )
    .filter((file) => TEST.test(file))
    .sort()
}

const TAGGED = /\[[A-Z]-?\d/

type Table = { readonly from: number; readonly to: number; readonly title: string }

/** Every text in a source that carries a rule or a decision. Comments and code are not read. */
export function namesIn(file: string, source: string): string[] {
  // Reading a source takes its time, and many have no rule.
  if (!TAGGED.test(source)) return []
  const tables: Table[] = []
  const names: string[] = []
  const take = (text: string, at: number) => {
    const tags = [...rulesNamed(text), ...decisionsNamed(text), ...misnamed(text)]
    if (tags.length === 0) return
    const name = text.replaceAll(/\s+/g, ' ').trim()
    const table = tables.find(({ from, to }) => from <= at && at < to)
    names.push(table && withoutTags(name) === '' ? `${name} ${table.title}` : name)
  }
  // A row of `it.each(rows)('…')` that is a rule and no more has the name of its test.
  const readCall = ({ callee, arguments: [title] }: ESTree.CallExpression) => {
    if (callee.type !== 'CallExpression' || title?.type !== 'Literal') return
    if (typeof title.value !== 'string') return
    tables.push({ from: callee.start, to: callee.end, title: title.value })
  }
  const readText = ({ value, start }: { value: unknown; start: number }) => {
    if (typeof value === 'string') take(value, start)
  }
  const readTemplate = ({ quasis, start }: ESTree.TemplateLiteral) => {
    take(quasis.map(({ value }) => value.cooked ?? value.raw).join('…'), start)
  }
  new Visitor({
    CallExpression: readCall,
    Literal: readText,
    TemplateLiteral: readTemplate,
  }).visit(parseSync(file, source).program)
  return names
}

/** The named tests of a tree, in the order of their files. */
export function namedTests(root: string): NamedTest[] {
  return testFiles(root).flatMap((file) =>
    namesIn(file, readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })),
  )
}

export function isEndToEnd(file: string): boolean {
  return file.endsWith('.e2e.ts')
}
