import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PLUMBER, PLUMBER_EMAIL } from '#sandbox/seed/plumber'
import { saveConfiguration } from '#shared/contracts/configuration'
import { openAtRest } from '../../support/browser/at-rest.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { arrived, connect, introduce, register, rowOf } from '../../support/browser/screen.ts'
import {
  askForConsent,
  complete,
  noneUnderWay,
  openJobs,
  readyCustomer,
} from '../../support/people/customer.ts'
import { finishJob, rate, WORK } from '../../support/people/finished-jobs.ts'
import { inboxEmpty } from '../../support/people/plumber.ts'
import { startWorld } from '../../support/world/world.ts'

/** Maximum number of presses from the landing page to a new customer's first draft. */
const MOST = 12
/** Maximum number of those on our own pages: without the consents and the workshop. */
const MOST_OWN = 8

const world = await startWorld()
askForConsent(world)
const browser = useBrowser(() => world)

async function countPresses(context: BrowserContext): Promise<string[]> {
  const presses: string[] = []
  await context.exposeBinding('__press', (_source, what: string) => presses.push(what))
  await context.addInitScript(() => {
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        const { __press } = window as unknown as { __press: (what: string) => void }
        const label = target instanceof Element ? target.textContent.trim().slice(0, 40) : ''
        __press(`${window.location.origin} ${label}`)
      },
      true,
    )
  })
  return presses
}

test('from the landing page to the first draft in Fiken is at most twelve presses, eight of them on our own pages', async () => {
  const page = await browser.openPage({ width: 360 })
  await page.setViewportSize({ width: 360, height: 740 })
  const presses = await countPresses(page.context())
  await page.goto('/')
  await page.getByRole('link', { name: 'Opprett konto' }).first().click()
  await introduce(page, { email: PLUMBER_EMAIL })
  await register(page, PLUMBER)
  const list = page.getByRole('region', { name: 'Kom i gang' })
  await connect(page, 'ServiceM8', PLUMBER)
  await connect(page, 'Fiken', PLUMBER_EMAIL)
  await list.getByRole('button', { name: `Bruk ${PLUMBER}` }).click()
  await list.getByText(/^Gratis nå, 500,00\skr\/måned uten MVA/).waitFor()
  await list.getByText(/^Siste 90 dager: \d/).waitFor()
  await list.getByText('Alle fullførte jobber').click()
  const switchOn = list.getByRole('button', { name: 'Slå på', exact: true })
  // On the first screen, above the bar.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect
    .poll(async () => (await endOf(switchOn)) - (await topOf(page)))
    .toBeLessThanOrEqual(0)
  await switchOn.click()
  await page.getByText('Integrasjonen er slått på').first().waitFor()

  const workshop = await page.context().newPage()
  await workshop.goto(world.sandbox.webUrl)
  await workshop.getByRole('link', { name: 'Stake fellesrør i kjeller' }).click()
  await workshop.getByRole('button', { name: 'Fullfør' }).click()
  await workshop.getByText('Jobben er fullført.').waitFor()
  const title = await workshop.getByRole('heading', { level: 1 }).innerText()
  const job = `Jobb #${/#(\d+)/.exec(title)?.[1]}`
  await arrived(page, job)
  await rowOf(page, 'Nylige overføringer', job).getByText('Fullført').waitFor()
  expect(world.vendors.ledger.draftsCreated).toHaveLength(1)
  expect(presses.length, presses.join('\n')).toBeLessThanOrEqual(MOST)
  const own = presses.filter((press) => press.startsWith(`${world.url} `))
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(MOST_OWN)
})

test('a rate that a job uses and nobody has mapped stays in sight, and can be put away', async () => {
  const customer = await readyCustomer(world)
  const page = await browser.openPage({ as: customer })
  await openAtRest(page, '/')
  const rest = page.getByRole('region', { name: 'Én ting gjenstår' })
  expect(await rest.count()).toBe(0)
  finishJob(world, customer, {}, [{ ...WORK, tax_rate_uuid: rate(customer, 12) }])
  await rest.getByText('Jobber med disse satsene stopper til det er valgt').waitFor()
  await rest.getByRole('link', { name: 'Se på MVA-tabellen' }).waitFor()
  await rest.getByRole('button', { name: 'Skjul' }).click()
  await rest.waitFor({ state: 'detached' })
  await openAtRest(page, '/')
  await page.getByRole('region', { name: 'Nylige overføringer' }).waitFor()
  expect(await rest.count()).toBe(0)
})

async function endOf(target: Locator): Promise<number> {
  const box = await target.boundingBox()
  return box ? box.y + box.height : Infinity
}

/** Returns where the bar at the bottom begins. */
const topOf = async (page: Page) =>
  (await page.locator('[data-bottom-bar]').boundingBox())?.y ?? -Infinity

async function justSwitchedOn(mode: 'draft' | 'invoice') {
  const customer = await readyCustomer(world)
  await customer.visitor.call(saveConfiguration, {
    body: { isActive: false, invoiceCreationMode: mode },
  })
  const jobs = openJobs(customer)
    .slice(0, 3)
    .map((job) => complete(world, customer, job))
  await inboxEmpty({ world })
  await customer.visitor.call(saveConfiguration, { body: { isActive: true } })
  return { customer, jobs }
}

test('the first minute leads with the finished jobs and one button, and ends with a link to the first draft', async () => {
  const { customer } = await justSwitchedOn('draft')
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/')
  const question = page.getByText(/^3 ferdige jobber, [\d\s]+,\d\d\skr$/)
  await question.waitFor()
  expect(await page.getByText('Noe venter').count()).toBe(0)
  const transfer = page.getByRole('button', { name: 'Overfør nå' })
  await expect.poll(() => endOf(transfer)).toBeLessThan(500)
  await transfer.click()
  await page.getByText('Overføringene er startet').first().waitFor()
  const announced = page.getByRole('region', { name: 'Ditt første utkast ligger i Fiken' })
  await announced.waitFor()
  await noneUnderWay(world)
  const opened = page.context().waitForEvent('page')
  await announced.getByRole('button', { name: 'Åpne utkastet i Fiken' }).click()
  await (await opened).getByRole('heading', { name: 'Fakturautkast' }).waitFor()
  await announced.waitFor({ state: 'detached' })
})

test('invoices are confirmed once, and skipped jobs come back with one press', async () => {
  const { customer, jobs } = await justSwitchedOn('invoice')
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await page.getByRole('button', { name: 'Hopp over' }).click()
  await page.getByRole('button', { name: 'Angre' }).click()
  await page.getByText('Jobbene venter på deg igjen').first().waitFor()
  await page.getByRole('button', { name: 'Overfør nå' }).click()
  const question = page.getByRole('alertdialog', {
    name: '3 fakturaer lages i Fiken og kan ikke angres',
  })
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await noneUnderWay(world)
  expect(customer.tenant.company.drafts).toEqual([])
  await page.getByRole('button', { name: 'Overfør nå' }).click()
  await question.getByRole('button', { name: 'Overfør nå' }).click()
  await page.getByRole('region', { name: 'Din første faktura ligger i Fiken' }).waitFor()
  await noneUnderWay(world)
  expect(
    customer.tenant.company.invoices.filter(({ ourReference }) =>
      jobs.includes(ourReference ?? ''),
    ),
  ).toHaveLength(3)
})
