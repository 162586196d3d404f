import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database'
import { MIGRATIONS } from '#server/platform/installed'
import { createLog } from '#server/platform/log'
import { login, readSession } from '#shared/contracts/auth'
import { EXPORT_PATH, readDataExport } from '#shared/contracts/profile'
import { worldIsReady } from '../support/clock/midnight.ts'
import { createVisitor } from '../support/people/browserless.ts'
import { until } from '../support/wait.ts'
import { freePort } from '../support/world/free-port.ts'
import { type ProductProcess, startProduct } from '../support/world/process.ts'
import { migratedDatabase } from '../support/world/temporary-database.ts'
import { signUp } from '../support/world/world.ts'

let env: Record<string, string> & { PORT: string }
let url: string
let product: ProductProcess
let drop: () => Promise<void> = () => Promise.resolve()

beforeAll(async () => {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const database = server ? await migratedDatabase(server) : null
  const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-'))
  drop = async () => {
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  env = { PORT: port, PUBLIC_URL: url, DATA_DIR: folder, DATABASE_URL: database?.url ?? '' }
  product = await startProduct(env)
  worldIsReady()
})
afterAll(async () => {
  await product.end('SIGTERM')
  await drop()
})

/** Stores more incompressible data than the network buffers hold. */
async function writeMuch(userId: string): Promise<void> {
  const log = createLog('fatal')
  const database = await openDatabase({
    url: env['DATABASE_URL'] ?? '',
    folder: env['DATA_DIR'] ?? '',
    migrations: MIGRATIONS,
    log,
  })
  await database.db
    .execute(sql`insert into activity_logs (user_id, type, action, description, created_at)
    select ${userId}, 'transfer', 'webhook_auto_transfer',
      (select string_agg(md5(n::text || m::text || random()::text), '') from generate_series(1, 1000) m), now()
    from generate_series(1, 400) n`)
  await database.close()
}

test('leaves half a file that the browser knows is broken, and after its lease expires the owner downloads the whole file', async () => {
  const visitor = await signUp({ visitor: () => createVisitor(url) })
  const { id, email } = await visitor.call(readSession)
  await product.end('SIGTERM')
  await writeMuch(id)
  product = await startProduct(env)
  const session = await createVisitor(url).tryCall(login, {
    body: { email, password: 'et langt nok passord' },
  })
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const request = http.get(new URL(EXPORT_PATH, url), {
    agent: false,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  const [half] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(half.statusCode).toBe(200)
  await product.end('SIGKILL')
  await expect(half.toArray()).rejects.toThrow()

  product = await startProduct(env)
  const again = () => visitor.fetch(EXPORT_PATH)
  const [refused, state] = [await again(), await visitor.call(readDataExport)]
  // On a slow machine, the lease can expire while the process starts.
  if (refused.status === 409) expect(state.state).toBe('running')
  await refused.body?.cancel()
  await until(
    'the killed process’s lease to run out',
    async () => (await visitor.call(readDataExport)).state !== 'running',
  )
  const whole = await again()
  expect(whole.status).toBe(200)
  expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(8_000_000)
})
