import { startSandbox, type Sandbox } from '#sandbox/start'
import { createVisitor, type Visitor } from '../people/browserless.ts'
import { vendorProxy, type VendorProxy } from '../vendors/vendor-proxy.ts'
import { startProduct, type ProcessOverrides, type ProductProcess } from './process.ts'
import { freePort } from './free-port.ts'
import { calmSandbox } from './world.ts'
import { temporaryDatabase } from './temporary-database.ts'

/**
 * A process of its own that works and serves people too, with the pipeline to Fiken that only it
 * takes.
 */
export interface Worker extends ProductProcess {
  url: string
  fiken: VendorProxy
  /** Drafts that this worker has made, so far. */
  made(): number
  /** Somebody whose browser comes to this process. */
  visitor(): Visitor
}

/**
 * Several processes of the product on one PostgreSQL: one that takes the pings and does no work,
 * and workers.
 */
export interface Fleet {
  sandbox: Sandbox
  /** The database they share. */
  databaseUrl: string
  workers: Worker[]
  visitor(): Visitor
  /** Starts another worker. */
  hire(): Promise<Worker>
  stop(): Promise<void>
}

/** @param server "postgres://…" of a server where a database may be created */
export async function startFleet(
  server: string,
  options: { workers: number; overrides: ProcessOverrides },
): Promise<Fleet> {
  const sandbox = await startSandbox()
  calmSandbox(sandbox)
  const database = await temporaryDatabase(server)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shared = {
    ...sandbox.env,
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    // A server has a hundred connections by default, and these are five processes.
    TEST_OVERRIDES: JSON.stringify({ poolSize: 4, ...options.overrides }),
  }
  const web = await startProduct({ ...shared, ROLE: 'web', PORT: String(port) })
  const workers: Worker[] = []

  async function hire(): Promise<Worker> {
    const fiken = await vendorProxy(sandbox.fikenUrl)
    const made = fiken.tamper('POST', /\/invoices\/drafts$/, (answer) => answer).hits
    const own = await freePort()
    const running = await startProduct({
      ...shared,
      ROLE: 'all',
      PORT: String(own),
      FIKEN_API_URL: `${fiken.url}/api/v2`,
    })
    const at = `http://127.0.0.1:${own}`
    const worker = { ...running, url: at, fiken, made, visitor: () => createVisitor(at) }
    workers.push(worker)
    return worker
  }

  await Promise.all(Array.from({ length: options.workers }, hire))
  return {
    sandbox,
    databaseUrl: database.url,
    workers,
    visitor: () => createVisitor(url),
    hire,
    stop: async () => {
      await Promise.all([web, ...workers].map((one) => one.end('SIGKILL')))
      await Promise.all(workers.map(({ fiken }) => fiken[Symbol.asyncDispose]()))
      await sandbox.close()
      await database.drop()
    },
  }
}
