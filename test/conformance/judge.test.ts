import { expect, test } from 'vitest'
import { verdict } from './deviations.ts'
import { createJudge, type Exchange } from './judge.ts'

const contact = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    id: { type: 'integer', readOnly: true },
    secret: { type: 'string', writeOnly: true },
    address: { $ref: '#/components/schemas/address' },
  },
}

const judge = createJudge({
  openapi: '3.0.2',
  servers: [{ url: 'https://vendor.example/api/v2' }],
  paths: {
    '/contacts/{contactId}': {
      get: {
        parameters: [
          { name: 'contactId', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'inactive', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/contact' } } },
          },
        },
      },
    },
    '/contacts': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/contact' } } },
        },
        responses: { 201: { headers: { Location: { schema: { type: 'string' } } } } },
      },
    },
    '/contacts/counter': { get: { responses: { 204: {} } } },
  },
  components: {
    schemas: {
      contact,
      address: {
        type: 'object',
        required: ['country'],
        properties: { country: { type: 'string' } },
      },
    },
    securitySchemes: {
      oauth: {
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://x.no/oauth/authorize',
            tokenUrl: 'https://x.no/oauth/token',
          },
        },
      },
    },
  },
})

const JSON_TYPE = 'application/json; charset=utf-8'

function read(change: Partial<Exchange> = {}): string[] {
  const answer = { responseBody: '{"name":"Kari","id":1}', responseType: JSON_TYPE }
  return judge({
    method: 'GET',
    path: '/api/v2/contacts/1',
    query: '',
    status: 200,
    ...answer,
    ...change,
  })
}

function make(body: object | string, change: Partial<Exchange> = {}): string[] {
  const requestBody = typeof body === 'string' ? body : JSON.stringify(body)
  const sent = {
    requestBody,
    requestType: 'application/json',
    responseHeaders: { location: 'https://x.no/1' },
  }
  return judge({
    method: 'POST',
    path: '/api/v2/contacts',
    query: '',
    status: 201,
    ...sent,
    ...change,
  })
}

test('what follows the document passes, with text read as the number or flag that it represents', () => {
  expect(read()).toEqual([])
  expect(read({ query: 'inactive=true' })).toEqual([])
  expect(make({ name: 'Kari', secret: 'x', address: { country: 'Norway' } })).toEqual([])
  expect(
    judge({ method: 'GET', path: '/api/v2/contacts/counter', query: '', status: 204 }),
  ).toEqual([])
  expect(
    judge({ method: 'POST', path: '/oauth/token', query: '', status: 200, responseBody: '{}' }),
  ).toEqual([])
})

test.each<[string, string[], RegExp]>([
  [
    'an unknown path',
    judge({ method: 'GET', path: '/api/v2/sales', query: '', status: 200 }),
    /not in the document/,
  ],
  [
    'an unknown method',
    judge({ method: 'PUT', path: '/api/v2/contacts', query: '', status: 200 }),
    /not in the document/,
  ],
  [
    'a path under another base',
    judge({ method: 'POST', path: '/contacts', query: '', status: 201 }),
    /not in the document/,
  ],
  [
    'a wrong path parameter',
    read({ path: '/api/v2/contacts/x' }),
    /path contactId \/ must be integer/,
  ],
  ['an undeclared query parameter', read({ query: 'search=kari' }), /query search is not declared/],
  ['a wrong query parameter', read({ query: 'inactive=7' }), /query inactive \/ must be boolean/],
  ['a missing body', make(''), /request body is missing/],
  [
    'a body of another type',
    make({ name: 'Kari' }, { requestType: 'text/plain' }),
    /request body is text\/plain/,
  ],
  ['a missing field', make({}), /request body \/ must have required property 'name'/],
  [
    'a missing field deeper down',
    make({ name: 'Kari', address: {} }),
    /\/address must have required property 'country'/,
  ],
  [
    'a misspelt field',
    make({ name: 'Kari', adress: {} }),
    /has a key that is not declared: adress/,
  ],
  ['a read-only field that is sent', make({ name: 'Kari', id: 7 }), /\/id is read-only/],
  [
    'a write-only field that is answered',
    read({ responseBody: '{"name":"Kari","secret":"x"}' }),
    /\/secret is write-only/,
  ],
  [
    'a wrong type in the answer',
    read({ responseBody: '{"name":"Kari","id":"1"}' }),
    /answer 200 body \/id must be integer/,
  ],
  [
    'an undeclared field in the answer',
    read({ responseBody: '{"name":"Kari","kid":null}' }),
    /not declared: kid/,
  ],
  ['an answer without its body', read({ responseBody: '' }), /answer 200 body is missing/],
  [
    'an answer of another type',
    read({ responseType: 'text/html' }),
    /answer 200 body is text\/html/,
  ],
  ['an undeclared status', read({ status: 404 }), /answer 404 is not declared/],
  [
    'a body where none is declared',
    make({ name: 'Kari' }, { responseBody: '{}' }),
    /answer 201 body is not declared/,
  ],
  [
    'a missing header',
    make({ name: 'Kari' }, { responseHeaders: {} }),
    /answer 201 header Location is missing/,
  ],
])('%s is found', (_what, findings, expected) => {
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatch(expected)
})

test('a finding that no known deviation explains is reported, and so is a known deviation that no longer occurs', () => {
  const { unexplained, stale } = verdict('fiken', 'live', [
    'GET /x: query y is not declared',
    'GET /x: answer 500 is not declared',
  ])
  expect(unexplained).toEqual(['GET /x: query y is not declared'])
  expect(stale).not.toHaveLength(0)
  expect(stale.join()).not.toContain('duplikatfeil')
})
