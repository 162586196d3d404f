import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parse } from 'yaml'

/** A vendor's published OpenAPI document. The documents are never committed to this repository. */
export type OpenApi = Record<string, unknown>

const root = path.join(import.meta.dirname, '../..')

/**
 * Returns a vendor's published documents found on this machine: the one that FIKEN_OPENAPI or
 * SERVICEM8_OPENAPI names, otherwise one in a folder of references beside the checkout. For
 * ServiceM8, the document in its npm package is included too, because it is a separate edition.
 *
 * @throws when the variable names a file that does not exist, so that a requested check is never
 * skipped silently
 */
export function documentsOf(vendor: 'fiken' | 'servicem8'): { name: string; document: OpenApi }[] {
  const variable = vendor === 'fiken' ? 'FIKEN_OPENAPI' : 'SERVICEM8_OPENAPI'
  const named = process.env[variable]
  if (named && !existsSync(named))
    throw new Error(`${variable} names a file that does not exist: ${named}`)
  const beside = path.join(
    root,
    '../shared/reference',
    vendor,
    vendor === 'fiken' ? 'openapi.yaml' : 'openapi.json',
  )
  const file = named || (existsSync(beside) ? beside : null)
  return [
    ...(file ? [{ name: named ? variable : 'beside the checkout', document: read(file) }] : []),
    ...(vendor === 'servicem8'
      ? [{ name: 'in the npm package', document: read(insidePackage()) }]
      : []),
  ]
}

function read(file: string): OpenApi {
  const text = readFileSync(file, 'utf8')
  return (file.endsWith('.json') ? JSON.parse(text) : parse(text)) as OpenApi
}

function insidePackage(): string {
  return path.join(
    path.dirname(createRequire(import.meta.url).resolve('servicem8/package.json')),
    'api.json',
  )
}
