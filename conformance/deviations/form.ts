import { type Deviation, deviation, spoiling } from './deviation'

const UNKNOWN = ['client_version', 'colour', 'shape']

export const FORM: readonly Deviation[] = [
  deviation('unknown fields are ignored', ['R-004', 'R-014'], () => ({
    request: ({ body }) => {
      const names = Object.keys(body ?? {})
      if (Array.isArray(body) || !names.some((name) => UNKNOWN.includes(name))) return undefined
      return Object.fromEntries(Object.entries(body).filter(([name]) => !UNKNOWN.includes(name)))
    },
  })),
  deviation('a large body is a 400', ['R-007'], () => ({
    reply: (back) => {
      if (back.status === 413) back.status = 400
    },
  })),
  deviation('a large body is read', ['R-006', 'R-007'], () => ({
    request: ({ bytes }) => (bytes > 65_536 ? { limit: 1 } : undefined),
  })),
  deviation('a list in place of an object is read', ['R-001'], () => ({
    request: ({ body }) => (Array.isArray(body) ? { limit: 1 } : undefined),
  })),
  deviation(
    'only the first bad field is reported',
    ['R-014'],
    spoiling(({ json }) => {
      if (json?.error?.fields) json.error.fields = json.error.fields.slice(0, 1)
    }),
  ),
  deviation(
    'error.fields is missing',
    ['R-012', 'R-014', 'R-147', 'R-148'],
    spoiling(({ json }) => {
      if (json?.error) delete json.error.fields
    }),
  ),
  deviation(
    'a bad field does not say what is expected',
    ['R-013'],
    spoiling(({ json }) => {
      for (const field of json?.error?.fields ?? []) delete field.expected
    }),
  ),
]
