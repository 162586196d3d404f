import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { PREPARED } from './prepared.ts'

export interface TemporaryDatabase {
  name: string
  url: string
  drop(): Promise<void>
}

export function temporaryDatabase(server: string): Promise<TemporaryDatabase> {
  return created(server)
}

/** Creates a database with all tables, as a copy of the run's template database if there is one. */
export function migratedDatabase(server: string): Promise<TemporaryDatabase> {
  return created(server, process.env[PREPARED.templateDatabase])
}

async function created(server: string, template?: string): Promise<TemporaryDatabase> {
  const name = `fakturabro_test_${randomBytes(6).toString('hex')}`
  await onServer(
    server,
    `create database ${name}${template ? ` template ${template}` : ''}`,
    // Test data need not survive a power failure of the server.
    `alter database ${name} set synchronous_commit = off`,
  )
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = () => onServer(server, `drop database ${name} with (force)`)
  return { name, url: url.href, drop }
}

export async function onServer(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
