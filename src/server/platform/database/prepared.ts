import type pg from 'pg'

/**
 * The maximum number of named statements. It limits the database's memory for plans, which statements
 * that are always different (lists of ids) would fill; further statements are sent unnamed. A
 * statement gets a name the second time it is seen, because planning an unnamed statement takes
 * longer than executing it.
 */
const MOST_NAMES = 500
const MOST_SEEN = 5_000

const names = new Map<string, string>()
const seen = new Set<string>()

/**
 * Returns the name for an SQL statement, the same in all connections. Returns undefined the first
 * time the statement is seen, and when the maximum number of names is reached.
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
 * Makes a new connection use prepared statements. Statements without parameters are left alone,
 * because they can be several in one string, which cannot be prepared.
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
