import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compose, type Running } from '#server/compose'
import { users } from '#server/features/auth/tables'
import { findConnections } from '#server/features/connections/store'
import { grants, webhookSubscriptions } from '#server/features/connections/tables'
import { mirrorCursors } from '#server/features/mirrors/tables'
import { runOperator } from '#server/operator-console'
import { databaseMarks } from '#server/platform/database/tables'
import { startSandbox, type Sandbox } from '#sandbox/start'
import { beginSecondFactor, confirmSecondFactor } from '#shared/contracts/account/second-factor'
import { login, readSession } from '#shared/contracts/auth'
import { testFiken, testServicem8 } from '#shared/contracts/connections'
import { codeNow } from '#test/support/authenticator'
import { worldIsReady } from '#test/support/clock/midnight'
import { createVisitor, type Visitor } from '#test/support/people/browserless'
import { until } from '#test/support/wait'
import { freePort } from '#test/support/world/free-port'
import { UNPACED } from '#test/support/world/limiters'
import { calmSandbox, makeReady, signUp } from '#test/support/world/world'
import { temporaryDatabase } from '#test/support/world/temporary-database'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const OLD_SECRET = 'a secret of the tests, thirty-two characters'
const NEW_SECRET = 'another secret of the tests, long enough too'

const server = process.env['TEST_DATABASE_URL'] ?? ''
let folder: string
let sandbox: Sandbox
let env: Record<string, string>
let product: Running
let drop: () => Promise<void> = () => Promise.resolve()
let customer: Visitor

async function restart(change: Record<string, string> = {}): Promise<void> {
  await product.stop()
  env = { ...env, ...change }
  await start()
}

async function start(): Promise<void> {
  product = await compose(env, {
    limiter: { lane: UNPACED.lane },
    limits: { callsPerMinute: 1_000_000, maxLagMs: 60_000 },
  })
  await until(
    'the product to accept calls',
    async () => (await createVisitor(product.url).tryCall(readSession)).status === 401,
  )
}

const here = { visitor: (): Visitor => createVisitor(product.url) }

async function operator(...args: string[]): Promise<{ code: number; said: string }> {
  let said = ''
  const hear = (text: string) => void (said += text)
  const code = await runOperator(args, env, { out: hear, err: hear })
  return { code, said }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-operator-'))
  sandbox = await startSandbox()
  calmSandbox(sandbox)
  const database = server ? await temporaryDatabase(server) : null
  if (database) drop = database.drop
  const port = await freePort()
  env = {
    ...sandbox.env,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    APP_SECRET: OLD_SECRET,
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'fatal',
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database?.url ?? '',
  }
  await start()
  customer = await signUp(here)
  await makeReady(here, customer)
  // Otherwise a restart would interrupt the mirrors' first reading.
  await until('the mirrors to be filled', async () => {
    const read = await product.platform.db
      .select()
      .from(mirrorCursors)
      .where(isNotNull(mirrorCursors.completedAt))
    return ['contacts', 'products'].every((mirror) =>
      read.some((cursor) => cursor.mirror === mirror),
    )
  })
  worldIsReady()
})

afterAll(async () => {
  await product.stop()
  await sandbox.close()
  await drop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a test only with the embedded database; PostgreSQL needs no socket or data folder. */
const onEmbedded = (name: string, run: () => Promise<void>) => {
  if (!server) it(name, run)
}

const socket = () => path.join(env['DATA_DIR'] ?? '', 'operator.sock')

describe('the operator', () => {
  it('makes the first administrator while the product runs, and the user is one from the next click on', async () => {
    const visitor = await signUp(here)
    const { email } = await visitor.call(readSession)
    expect(await operator('grant-admin', ` ${email.toUpperCase()}`)).toMatchObject({ code: 0 })
    expect(await visitor.call(readSession)).toMatchObject({ isAdmin: true })
    expect(await operator('grant-admin', email)).toEqual({
      code: 0,
      said: `${email} was an administrator already.\n`,
    })
  })

  it('gets an error when no account has the address, and when a command is not understood', async () => {
    const unknown = await operator('grant-admin', 'ingen@example.no')
    expect(unknown).toEqual({
      code: 1,
      said: 'Nobody has an account with the address ingen@example.no.\n',
    })
    for (const line of [
      [],
      ['grant-admin'],
      ['export', 'kari@example.no'],
      ['migrate', 'now'],
      ['drop'],
    ]) {
      const { code, said } = await operator(...line)
      expect(code).toBe(2)
      expect(said).toContain('node dist/cli.js grant-admin <e-mail>')
    }
  })

  onEmbedded(
    'reaches the running product through a socket that only its owner can open',
    async () => {
      expect((await stat(socket())).mode & 0o777).toBe(0o600)
      await product.stop()
      expect(existsSync(socket())).toBe(false)
      // A killed process leaves its socket file behind.
      await writeFile(socket(), '')
      await start()
      expect(await operator('migrate')).toEqual({ code: 0, said: 'The database is up to date.\n' })
    },
  )

  it('can do the same when the product is stopped', async () => {
    const { email } = await (await signUp(here)).call(readSession)
    await product.stop()
    const cli = promisify(execFile)(
      process.execPath,
      ['--conditions=source', 'src/cli.ts', 'grant-admin', email],
      { cwd: ROOT, env },
    )
    expect(await cli).toEqual({ stdout: `${email} is now an administrator.\n`, stderr: '' })
    await start()
    expect(await product.platform.db.select().from(users)).toContainEqual(
      expect.objectContaining({ email, isAdmin: true }),
    )
  })

  onEmbedded('gets no new database when the folder is the wrong one', async () => {
    const right = env
    env = { ...env, DATA_DIR: path.join(folder, 'elsewhere') }
    const { code, said } = await operator('grant-admin', 'kari@example.no')
    env = right
    expect(code).toBe(1)
    expect(said).toContain('There is no database under')
    expect(existsSync(path.join(folder, 'elsewhere', 'database'))).toBe(false)
  })
})

describe('an export', () => {
  it('contains what is stored about the user, nothing of anybody else, and no secret', async () => {
    const other = await (await signUp(here)).call(readSession)
    const { email, id } = await customer.call(readSession)
    const file = path.join(folder, 'export.json')
    expect(await operator('export', email, file)).toMatchObject({ code: 0 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const text = await readFile(file, 'utf8')
    const { tables } = JSON.parse(text) as { tables: Record<string, Record<string, unknown>[]> }
    expect(tables['users']).toEqual([
      expect.objectContaining({ id, email, companyName: 'Fjordvik Rør AS' }),
    ])
    expect(tables['connections']?.map(({ vendor }) => vendor).sort()).toEqual([
      'fiken',
      'servicem8',
    ])
    expect(tables['configurations']).toEqual([
      expect.objectContaining({ fikenCompanySlug: 'fjordvik-ror-as', isActive: true }),
    ])
    expect(tables['fiken_contacts']?.length).toBeGreaterThan(10)
    expect(tables['transfers']).toEqual([])

    for (const secret of await secretsOf(id)) expect(text).not.toContain(secret)
    expect(text).not.toContain(other.id)
    expect(text).not.toContain(other.email)
  })

  it('never overwrites a file, and leaves none behind when it fails', async () => {
    const file = path.join(folder, 'mine.json')
    await writeFile(file, 'mine')
    const { email } = await (await signUp(here)).call(readSession)
    expect(await operator('export', email, file)).toEqual({
      code: 1,
      said: `${file} exists already; nothing was written.\n`,
    })
    expect(await readFile(file, 'utf8')).toBe('mine')

    const none = path.join(folder, 'none.json')
    expect(await operator('export', 'ingen@example.no', none)).toMatchObject({ code: 1 })
    expect(existsSync(none)).toBe(false)
  })
})

describe('a new key', () => {
  it('replaces the old one without anybody having to reconnect, or set up the authenticator app again', async () => {
    const careful = await signUp(here)
    const { email } = await careful.call(readSession)
    const { secret } = await careful.call(beginSecondFactor)
    await careful.call(confirmSecondFactor, { body: { code: codeNow(secret) } })
    await restart({ APP_SECRET: NEW_SECRET, APP_SECRET_FORMER: OLD_SECRET })
    const first = await operator('rotate-key')
    expect(first.code).toBe(0)
    expect(first.said).toMatch(
      /^[1-9]\d* re-sealed, 0 had the present key already\. When every process/,
    )
    expect((await operator('rotate-key')).said).toMatch(
      /^0 re-sealed, [1-9]\d* had the present key already/,
    )

    await restart({ APP_SECRET_FORMER: '' })
    expect(await customer.call(testServicem8)).toMatchObject({ connected: true })
    expect(
      await customer.call(testFiken, { body: { companySlug: 'fjordvik-ror-as' } }),
    ).toMatchObject({ connected: true })
    // The current code might have been used already.
    const code = codeNow(secret, Date.now() + 30_000)
    const credentials = { email, password: 'et langt nok passord' }
    const logIn = (body: typeof credentials & { code?: string }) =>
      here.visitor().tryCall(login, { body })
    expect(await logIn(credentials)).toMatchObject({ body: { code: 'second_factor_required' } })
    expect((await logIn({ ...credentials, code })).status).toBe(200)
    for (const row of await product.platform.db.select().from(webhookSubscriptions))
      expect(
        product.platform.vault.open(row.secret, {
          ownerId: row.companyId,
          field: 'webhook.secret',
        }),
      ).toMatch(/^[\w-]{43}$/)
  })

  it('changes nothing without the old one, and says what is missing', async () => {
    const before = await product.platform.db.select().from(grants)
    await restart({
      APP_SECRET: 'a third secret, which nobody has told the former',
      APP_SECRET_FORMER: '',
    })
    const { code, said } = await operator('rotate-key')
    expect(code).toBe(1)
    expect(said).toContain('set APP_SECRET_FORMER to the secret they were sealed with')
    expect(await product.platform.db.select().from(grants)).toEqual(expect.arrayContaining(before))
  })
})

describe('a backup that was put back in place', () => {
  it('is told to the product where it does not show', async () => {
    expect(await operator('restored')).toMatchObject({
      code: 0,
      said: expect.stringContaining('For every job completed up to thirty days from now') as string,
    })
    const [mark] = await product.platform.db.select().from(databaseMarks)
    expect(mark?.restoredAt?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })
})

async function secretsOf(companyId: string): Promise<string[]> {
  const { db, vault } = product.platform
  const found: string[] = []
  for (const { id, password } of await db.select().from(users))
    if (id === companyId) found.push(password)
  for (const { grant, vendor } of await findConnections(db, companyId))
    for (const [kind, sealed] of [
      ['access', grant?.accessToken] as const,
      ['refresh', grant?.refreshToken] as const,
    ])
      if (grant && sealed)
        found.push(
          sealed,
          vault.open(sealed, { ownerId: grant.sealedFor, field: `${vendor}.${kind}` }),
        )
  for (const row of await db.select().from(webhookSubscriptions))
    if (row.companyId === companyId)
      found.push(
        row.secret,
        row.secretHash,
        vault.open(row.secret, { ownerId: companyId, field: 'webhook.secret' }),
      )
  expect(found).toHaveLength(12)
  return found
}
