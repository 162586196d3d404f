import { startSandbox, type Sandbox, type World } from '#sandbox/start'
import { createVisitor, type Visitor } from '../people/browserless.ts'
import { vendorProxy, type VendorProxy } from '../vendors/vendor-proxy.ts'
import { operate, startProduct, type ProcessOverrides, type ProductProcess } from './process.ts'
import { freePort } from './free-port.ts'
import { stoppedAtEnd } from '../runner/leftovers.ts'
import { calmSandbox } from './world.ts'
import { temporaryDatabase } from './temporary-database.ts'

/** A product process that drains queues and serves users, with its own connection to Fiken. */
export interface Worker extends ProductProcess {
  url: string
  fiken: VendorProxy
  /** Returns the number of drafts that this worker has created. */
  made(): number
  visitor(): Visitor
  /** Sets this worker's clock ahead of all other clocks, or behind them when negative. */
  setApart(milliseconds: number): Promise<void>
}

/** Several product processes against one database: one that only receives webhooks, and workers. */
export interface Fleet {
  sandbox: Sandbox
  vendors: World
  databaseUrl: string
  workers: Worker[]
  visitor(): Visitor
  hire(): Promise<Worker>
  operate(...command: string[]): Promise<void>
  /** Returns the correct time, whatever a worker's own clock shows. */
  now(): number
  /** Moves all clocks, including the vendors', to this time. */
  moveTo(moment: Date): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the processes on a new database.
 * @param server "postgres://…" URL of a server on which a database may be created
 */
export async function startFleet(
  server: string,
  options: { workers: number; overrides: ProcessOverrides },
): Promise<Fleet> {
  let ahead = 0
  const now = () => Date.now() + ahead
  const sandbox = await startSandbox({ now })
  calmSandbox(sandbox)
  const database = await temporaryDatabase(server)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shared = {
    ...sandbox.env,
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    // A server allows a hundred connections by default, and up to five processes share it.
    TEST_OVERRIDES: JSON.stringify({ poolSize: 4, ...options.overrides }),
  }
  const web = await startProduct({ ...shared, ROLE: 'web', PORT: String(port) })
  const workers: Worker[] = []
  const apart = new Map<Worker, number>()
  const setClock = (worker: Worker) => worker.setAhead(ahead + (apart.get(worker) ?? 0))

  async function hire(): Promise<Worker> {
    const fiken = await vendorProxy(sandbox.fikenUrl)
    const made = fiken.tamper('POST', /\/invoices\/drafts$/, (answer) => answer).hits
    const own = await freePort()
    const running = await startProduct({
      ...shared,
      ROLE: 'all',
      PORT: String(own),
      FIKEN_API_URL: `${fiken.url}/api/v2`,
      TEST_CLOCK_AHEAD_MS: String(ahead),
    })
    const at = `http://127.0.0.1:${own}`
    const worker: Worker = {
      ...running,
      url: at,
      fiken,
      made,
      visitor: () => createVisitor(at),
      setApart: (milliseconds) => {
        apart.set(worker, milliseconds)
        return setClock(worker)
      },
    }
    workers.push(worker)
    return worker
  }

  await Promise.all(Array.from({ length: options.workers }, hire))
  return {
    sandbox,
    vendors: sandbox.world,
    databaseUrl: database.url,
    workers,
    visitor: () => createVisitor(url),
    hire,
    operate: (...command) => operate(shared, command),
    now,
    moveTo: async (moment) => {
      ahead = moment.getTime() - Date.now()
      const running = workers.filter((worker) => !worker.gone())
      await Promise.all([web.setAhead(ahead), ...running.map(setClock)])
    },
    stop: stoppedAtEnd(async () => {
      await Promise.all([web, ...workers].map((one) => one.end('SIGKILL')))
      await Promise.all(workers.map(({ fiken }) => fiken[Symbol.asyncDispose]()))
      await sandbox.close()
      await database.drop()
    }, sandbox),
  }
}
