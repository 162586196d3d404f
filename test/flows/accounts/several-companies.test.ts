import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addCompany } from '#shared/contracts/account/companies'
import { login, readSession } from '#shared/contracts/auth'
import { readConfiguration, saveConfiguration } from '#shared/contracts/configuration'
import { listen } from '../../support/people/event-listener.ts'
import type { Visitor } from '../../support/people/browserless.ts'
import { until } from '../../support/wait.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

const webFolder = mkdtempSync(path.join(tmpdir(), 'web-'))
const SESSION = '<link rel="preload" href="/api/session/user" />'
const SCREENS = { '/transfers': { scripts: [], answers: ['/api/stats'] } }
writeFileSync(path.join(webFolder, 'app.html'), `<html><head>${SESSION}</head></html>`)
mkdirSync(path.join(webFolder, '.vite'))
writeFileSync(path.join(webFolder, '.vite/screens.json'), JSON.stringify(SCREENS))
const world = await startWorld({ overrides: { webFolder } })
afterAll(async () => {
  await world.stop()
  rmSync(webFolder, { recursive: true })
})

const SECOND = {
  companyName: 'Solvik Elektro AS',
  address: 'Strandgaten 12',
  postalCode: '5013',
  city: 'Bergen',
}

async function ownerOfTwo(): Promise<{ visitor: Visitor; first: string; second: string }> {
  const visitor = await signUp(world)
  const first = (await visitor.call(readSession)).company?.id ?? ''
  const { id: second } = await visitor.call(addCompany, { body: SECOND })
  return { visitor, first, second }
}

const as = (visitor: Visitor, company: string, url: string, body?: object) =>
  visitor.fetch(url, {
    headers: {
      'x-company': company,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })

const settingsOf = async (visitor: Visitor, company: string) =>
  (await (await as(visitor, company, readConfiguration.path)).json()) as Record<string, unknown>

test('an owner adds a company, owns it, and each request says which of the two it is for', async () => {
  const { visitor, first, second } = await ownerOfTwo()
  const session = await visitor.call(readSession)
  expect(session.company).toBeNull()
  expect(session.companies.map(({ id, role }) => [id, role])).toEqual(
    expect.arrayContaining([
      [first, 'owner'],
      [second, 'owner'],
    ]),
  )
  const named = (await (await as(visitor, second, readSession.path)).json()) as {
    companyName: string
  }
  expect(named.companyName).toBe(SECOND.companyName)
  const answer = await visitor.fetch(`${readConfiguration.path}?company=${second}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-company')).toBe(second)
})

test('a page asks ahead only where no company has to be named', async () => {
  const asked = async (visitor: Visitor, page: string) =>
    (await (await visitor.fetch(page)).text()).match(/\/api\/[a-z/]+/g)
  const { visitor, first, second } = await ownerOfTwo()
  for (const page of ['/', '/transfers', '/invitasjon', `/transfers?company=${second}`])
    expect(await asked(visitor, page)).toBeNull()
  const alone = await signUp(world)
  expect(await asked(alone, '/transfers')).toEqual(['/api/session/user', '/api/stats'])
  expect(await asked(alone, `/transfers?company=${first}`)).toBeNull()
})

test('a request that names none of several is refused and changes nothing', async () => {
  const { visitor, first, second } = await ownerOfTwo()
  const before = [await settingsOf(visitor, first), await settingsOf(visitor, second)]
  const body = { autoTransferOnSync: before[0]?.['autoTransferOnSync'] !== true }
  const unnamed = await visitor.tryCall(saveConfiguration, { body })
  expect([unnamed.status, unnamed.body]).toMatchObject([409, { code: 'company_needed' }])
  expect([await settingsOf(visitor, first), await settingsOf(visitor, second)]).toEqual(before)

  expect((await as(visitor, second, saveConfiguration.path, body)).status).toBe(200)
  expect(await settingsOf(visitor, first)).toEqual(before[0])
  expect(await settingsOf(visitor, second)).toMatchObject(body)
})

test('another company, and what is no company, is unknown', async () => {
  const { visitor } = await ownerOfTwo()
  const other = await ownerOfTwo()
  for (const company of [other.first, 'not-an-id', '00000000-0000-0000-0000-000000000000']) {
    const answer = await as(visitor, company, readConfiguration.path)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'company_unknown' }])
    expect((await visitor.fetch(`/?company=${company}`)).status).toBe(200)
  }
})

test('a stream hears of its own company only', async () => {
  const { visitor, first, second } = await ownerOfTwo()
  const named = (company: string): Visitor => ({
    ...visitor,
    fetch: (path, init) => visitor.fetch(`${path}?company=${company}`, init),
  })
  const [one, two] = [await listen(named(first)), await listen(named(second))]
  try {
    const body = { autoTransferOnSync: true }
    expect((await as(visitor, second, saveConfiguration.path, body)).status).toBe(200)
    const heard = new Set<string>()
    await until('the stream of the changed company to hear it', () => {
      for (const topic of two.heard()) heard.add(topic)
      return heard.has('configuration')
    })
    expect(one.heard()).not.toContain('configuration')
  } finally {
    one.close()
    two.close()
  }
})

test('a log-in answers for the company that the tab shows', async () => {
  const { visitor, second } = await ownerOfTwo()
  const { email } = await visitor.call(readSession)
  const answer = await as(world.visitor(), second, login.path, {
    email,
    password: 'et langt nok passord',
  })
  expect(await answer.json()).toMatchObject({ company: { id: second } })
})
