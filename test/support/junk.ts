import fc from 'fast-check'

export interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
}

export interface JunkCall {
  /** The method and path template, for example "POST /api/configuration". */
  operation: string
  path: string
  init: RequestInit
}

const NASTY = [
  '',
  ' ',
  '\u0000',
  '\ud83d',
  '__proto__',
  'constructor',
  "' or 1=1; --",
  '${7*7}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'd6bd4b0e-0f0e-4d0e-8a3e-000000000001',
  '00000000-0000-0000-0000-000000000000',
  '9'.repeat(400),
  'x'.repeat(10_000),
  '-1',
  'NaN',
  '2026-02-30',
  '0001-01-01T00:00:00Z',
]

const text = () =>
  fc.oneof(
    fc.constantFrom(...NASTY),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ maxLength: 20 }),
  )
const number = () =>
  fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 1e308, 2 ** 53, -(2 ** 63), 0.1))
const value = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    text(),
    number(),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(text(), { maxLength: 4 }),
  )

/** Generates mostly values with the schema's shape, sometimes values of any shape. */
function shaped(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (schema?.properties) {
    const fields = Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, ofType(inner)]),
    )
    return fc.oneof(
      { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      { weight: 1, arbitrary: value() },
    )
  }
  if (schema?.items) return fc.oneof(fc.array(shaped(schema.items), { maxLength: 3 }), value())
  return value()
}

function ofType(schema: Schema): fc.Arbitrary<unknown> {
  const right =
    schema.type === 'boolean'
      ? fc.boolean()
      : schema.type === 'integer' || schema.type === 'number'
        ? number()
        : schema.type === 'string'
          ? text()
          : shaped(schema)
  return fc.oneof(right, value())
}

export function junkCalls(
  paths: Record<string, Record<string, Operation>>,
): fc.Arbitrary<JunkCall> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      junkFor(path, method.toUpperCase(), operation),
    ),
  )
  return fc.oneof(...operations)
}

function junkFor(
  template: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): fc.Arbitrary<JunkCall> {
  const named = parameters.map(({ name }) => name)
  const schema = requestBody?.content['application/json']?.schema
  const query = fc.dictionary(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom('q', ...named) }, text()),
    text(),
    { maxKeys: 4 },
  )
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'x') },
  )
  const body = fc.oneof(
    { weight: 6, arbitrary: shaped(schema).map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: text() },
  )
  return fc
    .tuple(fc.array(text(), { minLength: 3, maxLength: 3 }), query, type, body)
    .map(([parts, asked, contentType, sent]) => {
      let next = 0
      const path = template.replace(/\{\w+\}/g, () => {
        next += 1
        // A lone surrogate cannot be encoded in a URL.
        return encodeURIComponent((parts[next - 1] ?? 'x').toWellFormed()).slice(0, 300) || 'x'
      })
      const search = new URLSearchParams(
        Object.entries(asked).map(([key, one]) => [key.slice(0, 100), one.slice(0, 300)]),
      )
      return {
        operation: `${method} ${template}`,
        path: `${path}?${search}`,
        init: {
          method,
          ...(method === 'GET' ? {} : { body: sent, headers: { 'content-type': contentType } }),
        },
      }
    })
}
