import type pg from 'pg'

/**
 * The most prepared statements. PostgreSQL parses and plans an unnamed statement each time, which
 * for ours costs more than executing it. A named one is planned once per connection, and the server
 * decides when a generic plan is good enough and when tables have changed too much. Statements get
 * a name when they are seen again. Texts that always differ (lists of ids) would fill the server's
 * memory with plans, so the number is bounded; beyond it statements are sent unnamed.
 */
const MOST_NAMES = 500
/** The most texts remembered as seen once; then all are forgotten. */
const MOST_SEEN = 5_000

const names = new Map<string, string>()
const seen = new Set<string>()

/**
 * Returns the name for a statement; undefined the first time and when there are too many. A text
 * has the same name in all connections.
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
 * Makes a new connection prepare its statements. Statements without values may be several in one
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
