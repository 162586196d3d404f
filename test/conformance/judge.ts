import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApi } from './documents.ts'
import { closed, find, isNode, nodeAt, type Found } from './pointers.ts'

export interface Exchange {
  method: string
  path: string
  query: string
  status: number
  requestBody?: string
  requestType?: string
  responseBody?: string
  responseType?: string
  responseHeaders?: Record<string, string>
}

/** Returns an exchange's problems. List positions become `*`, so that equal problems match. */
export type Judge = (exchange: Exchange) => string[]

const VERBS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']
const ID = 'document'

/**
 * Checks exchanges against a published OpenAPI document: the path and method exist; every query
 * parameter is declared and has the declared type; the body has the declared media type and schema
 * and no undeclared keys; the status and the response's body and headers are declared.
 *
 * Stricter than the OpenAPI standard in one point: an undeclared key is a finding, because a
 * misspelt key would otherwise pass.
 */
export function createJudge(document: OpenApi): Judge {
  const strict = closed(document)
  const [server] = nodeAt(strict, '/servers') as { url: string }[]
  const base = new URL(server?.url ?? 'http://none').pathname
  const operations = operationsOf(strict)
  const validators = {
    request: validatorFor(strict, 'readOnly'),
    answer: validatorFor(strict, 'writeOnly'),
  }

  const signIn = signInPaths(document)

  return (exchange) => {
    // The document gives only the URLs of the OAuth endpoints. The OAuth standard defines their
    // requests, and the OAuth library checks them.
    if (signIn.has(exchange.path)) return []
    const verb = exchange.method.toLowerCase()
    const path = exchange.path.startsWith(`${base}/`) ? exchange.path.slice(base.length) : null
    const operation = operations.find(
      (one) => one.verb === verb && path !== null && one.pattern.test(path),
    )
    if (!operation) return [`${exchange.method} ${exchange.path}: not in the document`]
    const findings = [
      ...judgeParameters(operation, exchange),
      ...judgeRequestBody(operation, exchange),
      ...judgeAnswer(operation, exchange),
    ]
    return [...new Set(findings)].map(
      (finding) => `${exchange.method} ${operation.template}: ${finding}`,
    )
  }

  function judgeParameters(
    { parameters, pattern }: Operation,
    { path, query }: Exchange,
  ): string[] {
    const declared = (where: string) => parameters.filter(({ value }) => value['in'] === where)
    const fromPath = pattern.exec(path.slice(base.length))?.groups ?? {}
    const fromQuery: Record<string, string> = Object.fromEntries(new URLSearchParams(query))
    const names = new Set(declared('query').map(({ value }) => value['name']))
    return [
      ...declared('path').flatMap((one) =>
        judgeValue('path', one, fromPath[groupName(String(one.value['name']))]),
      ),
      ...declared('query').flatMap((one) =>
        judgeValue('query', one, fromQuery[String(one.value['name'])]),
      ),
      ...Object.keys(fromQuery)
        .filter((name) => !names.has(name))
        .map((name) => `query ${name} is not declared`),
    ]
  }

  function judgeValue(
    where: string,
    { value, pointer }: Found,
    text: string | undefined,
    name = value['name'],
  ): string[] {
    if (text === undefined)
      return value['required'] === true ? [`${where} ${String(name)} is missing`] : []
    if (!isNode(value['schema'])) return []
    const check = validators.request(`${pointer}/schema`)
    const wrapped = { value: text }
    return check(wrapped) ? [] : sentences(`${where} ${String(name)}`, check.errors)
  }

  function judgeRequestBody({ pointer }: Operation, exchange: Exchange): string[] {
    const declared = find(strict, `${pointer}/requestBody`)
    const text = exchange.requestBody ?? ''
    if (!declared) return text === '' ? [] : ['request body is not declared']
    if (text === '') return declared.value['required'] === true ? ['request body is missing'] : []
    return judgeBody('request', declared, text, exchange.requestType ?? '')
  }

  function judgeAnswer({ pointer }: Operation, exchange: Exchange): string[] {
    const { status } = exchange
    const declared = [String(status), `${Math.floor(status / 100)}XX`, 'default']
      .map((key) => find(strict, `${pointer}/responses/${key}`))
      .find((one) => one !== null)
    if (!declared) return [`answer ${status} is not declared`]
    const headers = Object.keys(
      isNode(declared.value['headers']) ? declared.value['headers'] : {},
    ).flatMap((name) => {
      const header = find(strict, `${declared.pointer}/headers/${name}`)
      const text = exchange.responseHeaders?.[name.toLowerCase()]
      if (text === undefined) return [`answer ${status} header ${name} is missing`]
      return header ? judgeValue(`answer ${status} header`, header, text, name) : []
    })
    const text = exchange.responseBody ?? ''
    const hasContent = isNode(declared.value['content'])
    if (!hasContent)
      return text === '' ? headers : [...headers, `answer ${status} body is not declared`]
    if (text === '') return [...headers, `answer ${status} body is missing`]
    return [
      ...headers,
      ...judgeBody('answer', declared, text, exchange.responseType ?? '', `answer ${status}`),
    ]
  }

  function judgeBody(
    side: 'request' | 'answer',
    declared: Found,
    text: string,
    sent: string,
    name: string = side,
  ): string[] {
    const type = sent.split(';')[0]?.trim() ?? ''
    const content = isNode(declared.value['content']) ? declared.value['content'] : {}
    const known = Object.keys(content).find((key) => key.split(';')[0]?.trim() === type)
    if (known === undefined)
      return [`${name} body is ${type || 'of no type'}, not ${Object.keys(content).join(' or ')}`]
    const check = validators[side](`${declared.pointer}/content/${escaped(known)}/schema`)
    return check({ value: JSON.parse(text) as unknown })
      ? []
      : sentences(`${name} body`, check.errors)
  }
}

function signInPaths(document: OpenApi): Set<string> {
  const schemes = nodeAt(document, '/components/securitySchemes')
  const flows = Object.values(isNode(schemes) ? schemes : {}).flatMap((scheme) => {
    const flow = nodeAt({ scheme }, '/scheme/flows/authorizationCode')
    return isNode(flow) ? [flow['authorizationUrl'], flow['tokenUrl']] : []
  })
  return new Set(flows.map((address) => new URL(String(address)).pathname))
}

interface Operation {
  verb: string
  template: string
  pattern: RegExp
  pointer: string
  parameters: Found[]
}

function operationsOf(document: OpenApi): Operation[] {
  const paths = nodeAt(document, '/paths')
  const operations = Object.keys(isNode(paths) ? paths : {}).flatMap((template) => {
    const pointer = `/paths/${escaped(template)}`
    const item = nodeAt(document, pointer)
    if (!isNode(item)) return []
    return VERBS.filter((verb) => isNode(item[verb])).map((verb) => ({
      verb,
      template,
      pattern: patternOf(template),
      pointer: `${pointer}/${verb}`,
      parameters: [`${pointer}/parameters`, `${pointer}/${verb}/parameters`].flatMap((list) =>
        listAt(document, list),
      ),
    }))
  })
  // Literal paths come before parameters, as the standard requires: /invoices/drafts before
  // /invoices/{invoiceId}.
  return operations.sort(
    (one, other) => one.template.split('{').length - other.template.split('{').length,
  )
}

function listAt(document: OpenApi, pointer: string): Found[] {
  const list = nodeAt(document, pointer)
  return Array.isArray(list)
    ? list.flatMap((_one, index) => find(document, `${pointer}/${index}`) ?? [])
    : []
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{([^}]+)\}/)
  const source = parts
    .map((part, index) =>
      index % 2 === 0 ? part.replace(/[.$]/g, '\\$&') : `(?<${groupName(part)}>[^/]+?)`,
    )
    .join('')
  return new RegExp(`^${source}$`)
}

function groupName(parameter: string): string {
  return parameter.replace(/\W/g, '_')
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/**
 * Returns validators for the document's schemas. A value is wrapped as `{value}`, because the
 * validator can convert a string to a number only inside an object. Parameters are strings and are
 * converted; bodies have their own types and are not.
 */
function validatorFor(document: OpenApi, forbidden: 'readOnly' | 'writeOnly') {
  const made = new Map<string, ValidateFunction>()
  const reader = (coerceTypes: boolean) => {
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      validateSchema: false,
      coerceTypes,
      logger: false,
    })
    formats.default(ajv)
    ajv.removeKeyword(forbidden)
    ajv.addKeyword({
      keyword: forbidden,
      validate: (is: boolean) => !is,
      error: { message: `is ${forbidden === 'readOnly' ? 'read-only' : 'write-only'}` },
    })
    return ajv.addSchema(document, ID)
  }
  const [exact, lenient] = [reader(false), reader(true)]
  return (pointer: string): ValidateFunction => {
    const known = made.get(pointer)
    if (known) return known
    const ajv = pointer.includes('/content/') ? exact : lenient
    const fresh = ajv.compile({
      type: 'object',
      properties: { value: { $ref: `${ID}#${encodeURI(pointer)}` } },
    })
    made.set(pointer, fresh)
    return fresh
  }
}

function sentences(subject: string, errors: ErrorObject[] | null | undefined): string[] {
  return (errors ?? []).map(({ instancePath, message = 'is wrong', params, data }) => {
    const place = instancePath.replace(/^\/value/, '').replace(/\/\d+/g, '/*')
    const key = (params as { additionalProperty?: string }).additionalProperty
    const said = key === undefined ? message : `has a key that is not declared: ${key}`
    return `${subject} ${place || '/'} ${said}${data === '' ? ' (it is empty)' : ''}`
  })
}
