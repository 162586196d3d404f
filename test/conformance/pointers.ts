import type { OpenApi } from './documents.ts'

export type Node = Record<string, unknown>

export interface Found {
  value: Node
  pointer: string
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function nodeAt(document: OpenApi, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => {
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
      return typeof node === 'object' && node !== null ? (node as Node)[name] : undefined
    }, document)
}

export function find(document: OpenApi, pointer: string): Found | null {
  const value = nodeAt(document, pointer)
  if (!isNode(value)) return null
  const { $ref: reference } = value
  return typeof reference === 'string'
    ? find(document, decodeURI(reference.replace(/^#/, '')))
    : { value, pointer }
}

/**
 * Returns a copy of the document whose object schemas allow no undeclared properties, except where
 * a schema sets additionalProperties. Schemas combined by allOf stay open.
 */
export function closed(document: OpenApi): OpenApi {
  const parts = new Set(partsOfAll(document))
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (!isNode(value)) return value
    const made: Node = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, copy(one)]),
    )
    const isSchema = value['type'] === 'object' && isNode(value['properties'])
    return isSchema && !('additionalProperties' in value) && !parts.has(value)
      ? { ...made, additionalProperties: false }
      : made
  }
  return copy(document) as OpenApi

  function partsOfAll(value: unknown): Node[] {
    if (Array.isArray(value)) return value.flatMap((one) => partsOfAll(one))
    if (!isNode(value)) return []
    const { allOf } = value
    const own: Node[] = Array.isArray(allOf) ? allOf.filter(isNode) : []
    const meant = own.flatMap(({ $ref }): Node[] => {
      const found = typeof $ref === 'string' ? find(document, $ref.slice(1)) : null
      return found ? [found.value] : []
    })
    return [...own, ...meant, ...Object.values(value).flatMap((one) => partsOfAll(one))]
  }
}
