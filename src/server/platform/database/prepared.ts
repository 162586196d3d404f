import type pg from 'pg'

/**
 * PostgreSQL reads and plans a statement again each time, which for ours costs more than carrying
 * it out, unless it has a name: then it is done once a connection, and the server itself decides
 * when a plan for all values is good enough and when tables have changed too much.
 *
 * Named is what has been seen before. Texts that differ each time (lists of ids) would fill the
 * server's memory with plans, so their number is bounded; beyond it they are sent as ever.
 */
const MOST_NAMES = 500
/** How many texts are remembered as seen once; then they are forgotten together. */
const MOST_SEEN = 5_000

const names = new Map<string, string>()
const seen = new Set<string>()

/**
 * The name to send a statement under, or undefined the first time and when there are too many. The
 * same text has one name in all connections.
 */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  if (!seen.has(text)) {
    if (seen.size >= MOST_SEEN) seen.clear()
    seen.add(text)
    return undefined
  }
  seen.delete(text)
  const name = `fakturabro_${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * Lets a new connection prepare what it is asked. Statements without values may be several in one
 * text, which cannot be prepared.
 */
export function prepareRepeated(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  Object.assign(client, {
    query: (first: unknown, ...rest: unknown[]) => query(named(first, rest[0]), ...rest),
  })
}

function named(statement: unknown, values: unknown): unknown {
  if (
    typeof statement !== 'object' ||
    statement === null ||
    !('text' in statement) ||
    typeof statement.text !== 'string'
  )
    return statement
  if (
    !Array.isArray(values) ||
    values.length === 0 ||
    ('name' in statement && statement.name !== undefined)
  )
    return statement
  const name = nameOf(statement.text)
  return name === undefined ? statement : { ...statement, name }
}
