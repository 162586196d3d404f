import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createVisitor, type Visitor } from '#test/support/people/browserless'
import { freePort } from '#test/support/world/free-port'
import { temporaryDatabase } from '#test/support/world/temporary-database'
import { makeReady, signUp } from '#test/support/world/world'
import { startChild, type Child } from './child.ts'
import { startBuilt, type BuiltProduct } from './dist-product.ts'
import type { TenantFacts } from './sandbox.ts'
import type { DatabaseKind } from './world.ts'

export interface BuiltCustomer extends TenantFacts {
  email: string
  visitor: Visitor
}

/** The built product in production operation: with the settings of the units, and paced. */
export interface BuiltWorld {
  url: string
  sandbox: Child
  product: BuiltProduct
  /** Returns new users who are ready to transfer. */
  customers(count: number): Promise<BuiltCustomer[]>
  /** Returns the product's log so far. */
  log(): Promise<string>
}

export async function inBuiltWorld<T>(
  kind: DatabaseKind,
  logLevel: 'info' | 'error',
  work: (world: BuiltWorld) => Promise<T>,
): Promise<T> {
  const sandbox = await startChild('sandbox.ts', { env: {} })
  const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-bench-'))
  const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const database = kind === 'postgres' ? await temporaryDatabase(server) : null
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const logFile = path.join(folder, 'log')
  const log = await open(logFile, 'a')
  const product = await startBuilt(
    {
      ...(await sandbox.ask<Record<string, string>>('env')),
      PORT: port,
      PUBLIC_URL: url,
      APP_SECRET: 'a secret of the benchmark, 32 characters',
      LOG_LEVEL: logLevel,
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: database?.url ?? '',
    },
    log.fd,
  )
  let people = 0
  const newCustomer = async (): Promise<BuiltCustomer> => {
    people += 1
    const email = `benk-${people}@example.no`
    const name = `Benk ${people} AS`
    const visitor = await signUp({ visitor: () => createVisitor(url) }, { email })
    const tenant = await sandbox.ask<TenantFacts>('tenant', name)
    await makeReady({ visitor: () => createVisitor(url) }, visitor, {
      slug: tenant.slug,
      subjects: { servicem8: tenant.account, fiken: tenant.fikenUser },
    })
    return { ...tenant, email, visitor }
  }
  try {
    return await work({
      url,
      sandbox,
      product,
      customers: async (count) => {
        const made: BuiltCustomer[] = []
        while (made.length < count) made.push(await newCustomer())
        return made
      },
      log: () => readFile(logFile, 'utf8'),
    })
  } finally {
    await product.stop()
    await log.close()
    await sandbox.stop()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  }
}
