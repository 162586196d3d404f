import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examine } from '#server/doctor/doctor'
import { written } from '#server/doctor/finding'
import { runOperator } from '#server/operator-console'
import { asDocumented, openFront, passingOn, pem, type Front } from '#test/support/doctor/front'
import { freePort } from '#test/support/world/free-port'
import { onServer, temporaryDatabase } from '#test/support/world/temporary-database'
import { startWorld, type TestWorld } from '#test/support/world/world'

const server = process.env['TEST_DATABASE_URL'] ?? ''

let world: TestWorld
let front: Front
let folder: string
let healthy: Record<string, string>
const undo: (() => Promise<unknown>)[] = []
const authorities = tls.getCACertificates('default')

/** Findings about every test installation: no public address, and sandboxes instead of vendors. */
const OF_TESTS = [/which only this machine reaches/, /which is not its own/]

beforeAll(async () => {
  tls.setDefaultCACertificates([...authorities, pem('authority')])
  world = await startWorld({ env: { TRUST_PROXY: '1' } })
  front = await openFront(passingOn(world.url, asDocumented), 'trusted')
  folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-doctor-'))
  await chmod(folder, 0o700)
  healthy = {
    ...world.sandbox.env,
    NODE_ENV: 'production',
    PUBLIC_URL: front.url,
    TRUST_PROXY: '1',
    DATA_DIR: folder,
    APP_SECRET: 'k7Qm2vXz9LpR4sTw8YbN1cFd6GhJ3eAu',
    DATABASE_URL: server,
    MAIL_FROM: 'Fakturabro <faktura@fjordvikror.no>',
    OPERATOR_NAME: 'Bro AS',
    OPERATOR_ADDRESS: 'Kaigata 4, 5003 Bergen',
    OPERATOR_EMAIL: 'hjelp@fjordvikror.no',
  }
})
afterAll(async () => {
  tls.setDefaultCACertificates(authorities)
  for (const step of undo.reverse()) await step()
  await front.close()
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

type Free = NonNullable<Parameters<typeof examine>[1]>['free']

/** Returns the problems that the doctor finds after this change, each with its remedy. */
async function problems(
  change: Record<string, string> = {},
  more: Parameters<typeof examine>[1] = {},
): Promise<string[]> {
  const findings = await examine({ ...healthy, ...change }, { free: () => 2 ** 40, ...more })
  return findings
    .filter(({ level }) => level === 'problem')
    .filter(({ says }) => !OF_TESTS.some((known) => known.test(says)))
    .map(({ about, says, fix }) => `${about}: ${says} → ${fix ?? ''}`)
}

async function standIn(...given: Parameters<typeof openFront>): Promise<string> {
  const opened = await openFront(...given)
  undo.push(() => opened.close())
  return opened.url
}

describe('the doctor', () => {
  test('finds nothing wrong with an installation that is as documented', async () => {
    expect(await problems()).toEqual([])
  })

  test('says of each thing that it is right, too', async () => {
    const said = written(await examine(healthy))
    for (const words of [
      'APP_SECRET has 32 characters',
      'ServiceM8 knows this installation',
      'Fiken knows this installation',
      'The clock agrees',
      'is trusted for',
      'each visitor’s own address through the proxy',
      'The mail server answers',
      'GiB are free',
      '/api/auth/fiken/callback',
    ])
      expect(said).toContain(words)
  })

  test('does not blame vendors that are not set up yet, and names each wrong address once', async () => {
    const unset = written(
      await examine({ ...healthy, SERVICEM8_CLIENT_ID: '', FIKEN_CLIENT_ID: '' }),
    )
    expect(unset).toContain('could not be compared: no vendor is set up')
    const { origin } = new URL(healthy['FIKEN_TOKEN_URL'] ?? '')
    expect(unset).toContain(`Fiken is looked for at ${origin}, which is not its own`)
    expect(unset).toContain('FIKEN_TOKEN_URL, FIKEN_REVOKE_URL, FIKEN_WEB_URL.')
  })

  test('finds one address that is left from a trial, and names its variable alone', async () => {
    const real = Object.fromEntries(
      Object.entries(healthy).filter(([name]) => !/^(FIKEN|SERVICEM8)_.*_URL$/.test(name)),
    )
    const left = 'http://127.0.0.1:3012/oauth/revoke'
    // Without client ids, the doctor sends no requests to the vendors' real addresses.
    const nobody = { SERVICEM8_CLIENT_ID: '', FIKEN_CLIENT_ID: '' }
    const told = await examine({ ...real, ...nobody, FIKEN_REVOKE_URL: left })
    expect(told.filter(({ says }) => says.includes('is looked for'))).toEqual([
      {
        level: 'problem',
        about: 'addresses',
        says: 'Fiken is looked for at http://127.0.0.1:3012, which is not its own.',
        fix: 'Remove from the environment: FIKEN_REVOKE_URL.',
      },
    ])
  })

  test('is a command that ends with 1 when something is wrong', async () => {
    let said = ''
    const hear = (text: string) => void (said += text)
    const code = await runOperator(
      ['doctor'],
      { ...healthy, APP_SECRET: '' },
      { out: hear, err: hear },
    )
    expect(code).toBe(1)
    expect(said).toMatch(/PROBLEM {2}secrets +APP_SECRET is not set/)
    expect(said).not.toContain(healthy['FIKEN_CLIENT_SECRET'])
  })
})

/** Makes one fault per case, which must be the only one that the doctor reports. */
describe('the doctor tells rightly of', () => {
  const wrong: [
    what: string,
    change: () => Promise<Record<string, string>> | Record<string, string>,
    told: RegExp,
  ][] = [
    [
      'a missing secret',
      () => ({ APP_SECRET: '' }),
      /^secrets: APP_SECRET is not set.*openssl rand/,
    ],
    [
      'a secret that is too short',
      () => ({ APP_SECRET: 'k7Qm2vXz9L' }),
      /10 characters, fewer than 32/,
    ],
    ['a secret that repeats itself', () => ({ APP_SECRET: 'abab'.repeat(10) }), /can be guessed/],
    [
      'a start outside production',
      () => ({ NODE_ENV: 'development' }),
      /NODE_ENV is development.*NODE_ENV=production/,
    ],
    ['demo users', () => ({ DEMO: '1' }), /DEMO is on: there are users with known passwords/],
    [
      'a vendor that is not set up',
      () => ({ FIKEN_CLIENT_ID: '' }),
      /FIKEN_CLIENT_ID or FIKEN_CLIENT_SECRET is not set/,
    ],
    [
      'a wrong client secret',
      () => ({ FIKEN_CLIENT_SECRET: 'feil' }),
      /^vendors: Fiken refuses this installation’s client id or secret.*FIKEN_CLIENT_SECRET/,
    ],
    [
      'a vendor that cannot be reached',
      async () => ({ SERVICEM8_TOKEN_URL: `http://127.0.0.1:${await freePort()}/token` }),
      /^vendors: ServiceM8 cannot be reached.*ECONNREFUSED/,
    ],
    [
      'an address that is none',
      () => ({ BRREG_API_URL: 'data.brreg.no' }),
      /^addresses: BRREG_API_URL is not an address/,
    ],
    [
      'an operator whom nobody can write to',
      () => ({ OPERATOR_EMAIL: '' }),
      /OPERATOR_EMAIL is not set/,
    ],
    ['no mail server', () => ({ SMTP_URL: '' }), /^mail: SMTP_URL is not set/],
    [
      'a mail server that is not there',
      async () => ({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }),
      /^mail: The mail server cannot be used \(E/,
    ],
    [
      'a mail server of an unknown name',
      () => ({ SMTP_URL: 'smtp://finnes-ikke.invalid:587' }),
      /^mail: No machine is called finnes-ikke.invalid, which SMTP_URL names/,
    ],
    [
      'mail from a domain that is nobody’s',
      () => ({ MAIL_FROM: 'x@fakturabro.test' }),
      /^mail: MAIL_FROM is x@fakturabro.test/,
    ],
    [
      'a database that does not answer',
      async () => ({ DATABASE_URL: `postgres://x@127.0.0.1:${await freePort()}/x` }),
      /^database: No PostgreSQL answers at DATABASE_URL \(ECONNREFUSED\)/,
    ],
    [
      'a certificate that has ended',
      async () => ({ PUBLIC_URL: await standIn(passingOn(world.url, asDocumented), 'ended') }),
      /^TLS: The certificate of localhost:\d+ ended \d+ days ago.*Renew/,
    ],
    [
      'a certificate of somebody else',
      async () => ({ PUBLIC_URL: await standIn(passingOn(world.url, asDocumented), 'elsewhere') }),
      /^TLS: .*is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    ],
    [
      'a certificate that nobody vouches for',
      async () => ({
        PUBLIC_URL: await standIn(passingOn(world.url, asDocumented), 'self-signed'),
      }),
      /^TLS: .*is not trusted \((DEPTH_ZERO_)?SELF_SIGNED/,
    ],
    [
      'an address where nothing answers',
      async () => ({ PUBLIC_URL: `http://localhost:${await freePort()}` }),
      /^TLS: The product does not answer at/,
    ],
    [
      'a proxy behind which the product does not run',
      async () => ({
        PUBLIC_URL: await standIn(
          passingOn(`http://127.0.0.1:${await freePort()}`, asDocumented),
          'trusted',
        ),
      }),
      /^proxy: A proxy answers at .*the product behind it does not \(502\).*Start the product/,
    ],
    [
      'an address where something else answers',
      async () => ({
        PUBLIC_URL: await standIn(
          (_request, response) => response.end('Welcome to nginx!'),
          'trusted',
        ),
      }),
      /^proxy: Something else than the product answers/,
    ],
    [
      'an address that leads on to another',
      async () => ({
        PUBLIC_URL: await standIn(
          (_request, response) =>
            response.writeHead(301, { location: 'https://www.example.no/' }).end(),
          'trusted',
        ),
      }),
      /^proxy: .*redirects to https:\/\/www\.example\.no/,
    ],
    [
      'a proxy that believes what visitors say',
      async () => ({
        PUBLIC_URL: await standIn(
          passingOn(world.url, () => ({ 'x-forwarded-proto': 'https' })),
          'trusted',
        ),
      }),
      /^proxy: Visitors can make their address up.*append/,
    ],
    [
      'a proxy that does not say https',
      async () => ({
        PUBLIC_URL: await standIn(
          passingOn(world.url, (request) => ({
            ...asDocumented(request),
            'x-forwarded-proto': 'http',
          })),
          'trusted',
        ),
      }),
      /^proxy: The proxy does not say that visitors use https/,
    ],
    [
      'a proxy that the product is not told of',
      () => ({ TRUST_PROXY: '0' }),
      /^proxy: A proxy is in front, and TRUST_PROXY is off.*TRUST_PROXY=1/,
    ],
  ]

  test.each(wrong)('%s', async (_what, change, told) => {
    const found = await problems(await change())
    expect(found).toEqual([expect.stringMatching(told)])
  })

  test('a full disk', async () => {
    const free: Free = () => 200 * 2 ** 20
    expect(await problems({}, { free })).toEqual([
      expect.stringMatching(/^disk: 0\.2 GiB are free.*move DATA_DIR/),
    ])
  })

  test('a data folder that others can read', async () => {
    await chmod(folder, 0o755)
    const found = await problems()
    await chmod(folder, 0o700)
    expect(found).toEqual([
      expect.stringMatching(/^disk: .*open to others \(mode 755\).*chmod -R go-rwx/),
    ])
  })

  test('a clock that is ten minutes off', async () => {
    const clock = { now: () => Date.now() + 600_000, sleep: () => Promise.resolve() }
    const found = await problems({}, { clock })
    expect(found).toContainEqual(
      expect.stringMatching(/^clock: .*clock is (599|600|601) s from the vendors’.*timedatectl/),
    )
    // The database's clock differs by the same amount, so that finding is ignored.
    expect(
      found.filter((line) => !line.startsWith('clock:') && !line.startsWith('database:')),
    ).toEqual([])
  })
})

describe.runIf(server)('the doctor tells rightly of PostgreSQL', () => {
  test('that has no such database', async () => {
    const url = new URL(server)
    url.pathname = '/finnes-ikke'
    expect(await problems({ DATABASE_URL: url.href })).toEqual([
      expect.stringMatching(/^database: The database that DATABASE_URL names does not exist/),
    ])
  })

  test('whose server lacks the extensions', async () => {
    const { url, drop } = await temporaryDatabase(server)
    undo.push(drop)
    // Hides PostgreSQL's own list of extensions, in the first schema of the search path.
    await onServer(url, 'create view pg_available_extensions as select null::name as name')
    const here = new URL(url).pathname.slice(1)
    await onServer(url, `alter database "${here}" set search_path = public, pg_catalog`)
    expect(await problems({ DATABASE_URL: url })).toEqual([
      expect.stringMatching(
        /^database: The extension pg_trgm is not on the server.*postgresql-contrib/,
      ),
      expect.stringMatching(/^database: The extension btree_gin is not on the server/),
    ])
  })

  test('whose user may neither add the extensions nor make tables', async () => {
    const { url, name, drop } = await temporaryDatabase(server)
    const role = `${name}_guest`
    await onServer(server, `create role ${role} login`)
    await onServer(url, 'revoke create on schema public from public')
    undo.push(async () => {
      await drop()
      await onServer(server, `drop role ${role}`)
    })
    const asGuest = new URL(url)
    asGuest.username = role
    asGuest.password = ''
    const found = await problems({ DATABASE_URL: asGuest.href })
    expect(found).toEqual([
      expect.stringMatching(/^database: .*may not make tables.*grant create/),
      expect.stringMatching(
        /^database: The extension pg_trgm .*may not add it.*create extension pg_trgm/,
      ),
      expect.stringMatching(/^database: The extension btree_gin /),
    ])
  })
})
