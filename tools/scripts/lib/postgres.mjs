// Finds the PostgreSQL server on which .ci/run and npm run test:all run their tests.
import { Trouble } from './run.mjs'

const USUAL = 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * Returns the address of the server on which tests may create databases: TEST_DATABASE_URL,
 * DATABASE_URL or the usual local server. Returns undefined if no server responds; with CI=true
 * that is an error, because the tests would pass without having tested PostgreSQL.
 */
export async function postgresServer() {
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL || USUAL
  // Imported here, because nothing is installed when this file is loaded on a fresh clone.
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return url
  } catch (error) {
    console.error(`PostgreSQL: ${error.message}`)
    if (process.env.CI === 'true')
      throw new Trouble('PostgreSQL is not reachable, and CI=true demands it.')
    console.error('!!! SKIPPED: nothing was tried on PostgreSQL.')
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
