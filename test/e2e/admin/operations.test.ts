import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUserAdmin } from '#shared/contracts/admin'
import { readOperations } from '#shared/contracts/operations'
import { settled } from '../../support/browser/at-rest.ts'
import { overflow, problemsInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { shiftOfLoading, watchShifts } from '../../support/browser/layout-shift.ts'
import { tabTo, textOf } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import { administrator, member, type Member } from '../../support/people/admin/administrator.ts'
import {
  askForConsent,
  draftsOf,
  readyCustomer,
  type Customer,
  noneUnderWay,
} from '../../support/people/customer.ts'
import { failingFor, finishJob, WORK } from '../../support/people/finished-jobs.ts'
import { until } from '../../support/wait.ts'
import { startWorld, transferOf, type TestWorld } from '../../support/world/world.ts'

/** What an operator sees of the whole installation, and does about it, in the browser. */

const POLL_MS = 10_000

let world: TestWorld
let admin: Member
const browser = useBrowser(() => world)

beforeAll(async () => {
  // The product's own waits: what an operator starts must not have started by itself.
  world = await startWorld({ overrides: { ladderScale: 1 } })
  askForConsent(world)
  admin = await administrator(world, { firstName: 'Astrid' })
})
afterAll(() => world.stop())

async function open(width = 1280, expected: readonly RegExp[] = [], as = admin): Promise<Page> {
  const page = await browser.openPage({ width, as, expected })
  await page.clock.install()
  await page.goto('/admin/drift')
  await queues(page).waitFor()
  return page
}
const queues = (page: Page) => page.getByRole('table', { name: 'Køer' })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).locator('[data-row]').filter({ hasText: text })
const toast = (page: Page, title: string) =>
  page.getByText(title, { exact: true }).first().waitFor()
const gone = (locator: Locator) => locator.waitFor({ state: 'detached' })
const read = () => admin.visitor.call(readOperations)
/** Until the page reads again by itself. */
const nextLook = (page: Page) => page.clock.fastForward(POLL_MS)

/** A job of somebody's that Fiken refuses as a draft, though nothing is wrong with it. */
async function refused(customer: Customer) {
  const isOver = failingFor(world, customer, {
    ...{ kind: 'status', method: 'POST', path: '/invoices/drafts' },
    ...{ status: 400, body: 'html' },
  })
  const job = finishJob(world, customer)
  await transferOf(customer.visitor, job.uuid, 'failed')
  isOver()
  return job
}

/** A job of somebody's that waits because Fiken does not answer. */
async function waiting(customer: Customer) {
  const isOver = failingFor(world, customer, { kind: 'status', status: 503 })
  const job = finishJob(world, customer)
  await until('the lane to rest', async () => {
    const fiken = (await read()).vendors.find(({ vendor }) => vendor === 'fiken')
    return fiken && fiken.paused > 0 && fiken.waiting > 0
  })
  return { job, isOver }
}

describe('an installation with nothing to do', () => {
  test('is opened from the panel, says so in one sentence, and leads back', async () => {
    const page = await browser.openPage({ as: admin })
    await page.goto('/admin')
    await page.getByRole('main').getByRole('link', { name: 'Drift' }).click()
    await page.getByRole('heading', { name: 'Drift', level: 1 }).waitFor()
    await page.getByText('Alt går som det skal', { exact: true }).waitFor()
    expect(await page.title()).toBe('Drift – Fakturabro')
    await page.getByText('Ingen overføringer har stoppet').waitFor()
    expect(await queues(page).locator('[data-row]').count()).toBe(13)
    const database = card(page, 'Versjon og database')
    expect(await textOf(database)).toContain('Størrelse')
    await database
      .getByText(/^\d+(,\d)?\s(Mi|Gi)B$/)
      .first()
      .waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click()
    await page.getByRole('table', { name: 'Aktivitetslogg' }).waitFor()
  })

  test('has no button for a vendor that nothing waits for', async () => {
    const page = await open()
    expect(await page.getByRole('button', { name: /^Prøv nå/ }).count()).toBe(0)
  })

  test('runs a routine when it is asked to, once for a double click, and says so', async () => {
    const page = await open()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
    })
    await page.getByRole('button', { name: 'Kjør nå: Kontroller webhookene' }).dblclick()
    await toast(page, 'Satt i gang')
    await page.getByText('Kontrollen av webhooker er satt i gang.').first().waitFor()
    await settled(page)
    expect(asked).toEqual(['/api/admin/operations/routines/webhook-check/run'])
  })

  test.each([1280, 768, 360])('nothing jumps while it loads, %i pixels wide', async (width) => {
    const page = await browser.openPage({ width, as: admin })
    await watchShifts(page)
    const { total, moved } = await shiftOfLoading(page, '/admin/drift')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(total, moved.join('\n')).toBeLessThanOrEqual(0.02)
  })
})

describe('transfers of others that have stopped', () => {
  test('are tried again after a question that says how many, and become drafts', async () => {
    const customer = await readyCustomer(world)
    const job = await refused(customer)
    const page = await open()
    await page.getByText('1 ting trenger tilsyn', { exact: true }).waitFor()
    const item = page.getByRole('link', {
      name: '1 overføring har stoppet og kan prøves igjen: Fiken godtok ikke utkastet',
    })
    await item.click()
    await until('the card to have the focus', () =>
      card(page, 'Feil etter årsak').evaluate((element) => element === document.activeElement),
    )
    const failure = row(page, 'Feil etter årsak', 'Fiken godtok ikke utkastet')
    const question = page.getByRole('alertdialog', { name: 'Prøve 1 jobb igjen?' })
    await tabTo(page, failure.getByRole('button', { name: 'Prøv 1 igjen' }))
    await page.keyboard.press('Enter')
    await question.getByText('1 jobb hos 1 bruker sendes på nytt').waitFor()
    const sent = watchChanges(page)
    await page.keyboard.press('Escape')
    await gone(question)
    expect(await sent()).toEqual([])
    expect(draftsOf(customer, job.name)).toBe(0)

    await failure.getByRole('button', { name: 'Prøv 1 igjen' }).click()
    await question.getByRole('button', { name: 'Prøv 1 igjen' }).click()
    await toast(page, 'Prøves igjen')
    await page.getByText('1 jobb hos 1 bruker prøves igjen.').first().waitFor()
    await transferOf(customer.visitor, job.uuid, 'completed')
    await noneUnderWay(world)
    expect(draftsOf(customer, job.name)).toBe(1)
    await page.getByText('Ingen overføringer har stoppet').waitFor()
    await page.getByText('Alt går som det skal', { exact: true }).waitFor()
  })

  test('are left to the owner where the owner must change something, and the words to them are shown', async () => {
    const customer = await readyCustomer(world)
    const { uuid } = finishJob(world, customer, {}, [{ ...WORK, quantity: '-1' }])
    await transferOf(customer.visitor, uuid, 'failed')
    const page = await open()
    await page.getByText('Alt går som det skal', { exact: true }).waitFor()
    await page
      .getByText('1 overføring har stoppet og venter på at eieren retter noe.', { exact: false })
      .waitFor()
    const failures = page.getByRole('table', { name: 'Feil etter årsak' })
    await failures.getByText('Summen er negativ', { exact: true }).waitFor()
    await failures.getByText('Eieren må rette dette').waitFor()
    await failures.getByText(/^Til eieren står det: «.+»$/).waitFor()
    expect(await failures.getByRole('button').count()).toBe(0)
  })
})

describe('an outage of Fiken', () => {
  test('shows the pause and whose jobs wait, and "Prøv nå" ends it once Fiken answers', async () => {
    const customer = await readyCustomer(world)
    const { job, isOver } = await waiting(customer)
    const page = await open()
    const fiken = card(page, 'Fiken')
    await fiken.getByText('På pause', { exact: true }).first().waitFor()
    await fiken.getByText(/^1 tilkobling, prøves igjen (i dag|\d)/).waitFor()
    await fiken.getByText('1 overføring', { exact: true }).waitFor()
    await row(page, 'Feil etter årsak', 'Fiken svarer ikke')
      .getByText('Prøves igjen av seg selv', { exact: true })
      .waitFor()
    await page.getByRole('link', { name: 'Fiken: 1 tilkobling er på pause' }).waitFor()
    const slow = row(page, 'Trege kunder', customer.email).first()
    await slow.waitFor()
    expect(await problemsInEveryLook(page)).toEqual({})
    await page.setViewportSize({ width: 1280, height: 900 })

    isOver()
    await page.getByRole('button', { name: 'Prøv nå: Fiken' }).click()
    await toast(page, 'Prøves nå')
    await page
      .getByText(/^Prøver Fiken nå: .+ som ventet\.$/)
      .first()
      .waitFor()
    await transferOf(customer.visitor, job.uuid, 'completed')
    await gone(page.getByRole('button', { name: 'Prøv nå: Fiken' }))
    await fiken.getByText('I orden', { exact: true }).waitFor()
  })

  test('that is over before the button is pressed is said to be', async () => {
    const customer = await readyCustomer(world)
    const { job, isOver } = await waiting(customer)
    const page = await open(360, [/status of 409 .*\/api\/admin/])
    isOver()
    await page.route('**/api/admin/operations/vendors/fiken/resume', async (route) => {
      // Somebody else’s press comes first.
      await route.fetch()
      await route.continue()
    })
    await page.getByRole('button', { name: 'Prøv nå: Fiken' }).tap()
    await toast(page, 'Kunne ikke prøve nå')
    await page
      .getByText(
        /^(Ingenting venter på at Fiken skal svare|Det som ventet på Fiken, prøves allerede)\.$/,
      )
      .first()
      .waitFor()
    await transferOf(customer.visitor, job.uuid, 'completed')
  })
})

test('a slow customer’s link shows what the log has about them', async () => {
  const customer = await readyCustomer(world)
  await transferOf(customer.visitor, finishJob(world, customer).uuid, 'completed')
  const page = await open()
  const slow = (await read()).slowest[0]
  const name = `${slow?.firstName} ${slow?.lastName}`
  await row(page, 'Trege kunder', name).first().getByRole('link').click()
  await page.getByRole('table', { name: 'Aktivitetslogg' }).waitFor()
  await expect.poll(() => page.getByLabel('Bruker', { exact: true }).inputValue()).toBe(slow?.id)
})

describe('what cannot be read', () => {
  const EXPECTED = [/status of 500 .*\/api\/admin/]
  const address = '**/api/admin/operations'

  test('says so in place of everything, and "Prøv igjen" reads it', async () => {
    const page = await browser.openPage({ as: admin, expected: EXPECTED })
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/admin/drift')
    await page.getByText('Kunne ikke hente driften', { exact: true }).waitFor()
    await page.unroute(address)
    await page.getByRole('button', { name: 'Prøv igjen' }).click()
    await queues(page).waitFor()
    await gone(page.getByText('Kunne ikke hente driften', { exact: true }))
  })

  test('later keeps what was known, says from when it is, and recovers without a press', async () => {
    const page = await open(1280, EXPECTED)
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
    await nextLook(page)
    await page.getByRole('alert').getByText('Kunne ikke hente driften').waitFor()
    await page.getByText(/^Det som står her, er fra kl\. \d\d\.\d\d\./).waitFor()
    expect(await queues(page).locator('[data-row]').count()).toBe(13)
    expect(await page.getByText('Alt går som det skal', { exact: true }).count()).toBe(0)
    await page.unroute(address)
    await nextLook(page)
    await gone(page.getByText('Kunne ikke hente driften'))
    await page.getByText('Alt går som det skal', { exact: true }).waitFor()
  })
})

describe('somebody who is no administrator', () => {
  test('is told that they have no access', async () => {
    const user = await member(world)
    const page = await browser.openPage({ as: user })
    await page.goto('/admin/drift')
    await page.getByRole('heading', { name: 'Ingen tilgang' }).waitFor()
    await page.getByText('Du har ikke admin-rettigheter for å se denne siden.').waitFor()
    expect(await queues(page).count()).toBe(0)
  })

  test('loses the page at the next look when they were one until then', async () => {
    const boss = await administrator(world)
    const page = await open(360, [/status of 403 .*\/api\/admin/], boss)
    await admin.visitor.call(setUserAdmin, { params: { id: boss.id }, body: { isAdmin: false } })
    await nextLook(page)
    await page.getByRole('heading', { name: 'Ingen tilgang' }).waitFor()
    expect(await overflow(page)).toBe(0)
  })
})

describe('how it looks', () => {
  test('axe finds nothing in any look, also with the question open', async () => {
    const customer = await readyCustomer(world)
    await refused(customer)
    const page = await open()
    await page.getByRole('button', { name: /^Prøv \d igjen$/ }).waitFor()
    expect(await problemsInEveryLook(page)).toEqual({})
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: /^Prøv \d igjen$/ }).click()
    await page.getByRole('alertdialog').waitFor()
    expect(await problemsInEveryLook(page)).toEqual({})
  })

  test('nothing that is pressed on a phone is smaller than a finger', async () => {
    await refused(await readyCustomer(world))
    const page = await open(360)
    await page.getByRole('button', { name: /^Prøv \d igjen$/ }).waitFor()
    expect(await smallTargets(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  })
})
