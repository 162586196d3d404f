import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemsInEveryLook, useBrowser } from '../support/browser/browser.ts'
import {
  complete,
  newCustomer,
  openJobs,
  readyCustomer,
  type Customer,
} from '../support/people/customer.ts'
import { rowOf } from '../support/browser/screen.ts'
import { customerRow, doubtAbout, editButton, editDialog } from '../support/people/landlord.ts'
import { seasonedCustomer, type SeasonedCustomer } from '../support/people/seasoned.ts'
import { startWorld, type TestWorld } from '../support/world/world.ts'

/**
 * axe finds nothing against WCAG 2.2 AA on any screen: in light and dark, on a desktop and on a
 * phone.
 */

/** The client about whom a person is asked. */
const DOUBTFUL = 'Nordnes Bakeri AS'

let world: TestWorld
let newcomer: Customer
let almostReady: Customer
let seasoned: SeasonedCustomer
const browser = useBrowser(() => world)

beforeAll(async () => {
  world = await startWorld()
  newcomer = await newCustomer(world)
  almostReady = await readyCustomer(world, { activate: false })
  complete(world, almostReady, openJobs(almostReady)[0] ?? '')
  seasoned = await seasonedCustomer(world)
  await doubtAbout(world, seasoned, DOUBTFUL)
})
afterAll(() => world.stop())

interface ScreenTest {
  name: string
  path: string
  /**
   * Logged in as the customer with data, as one who has just registered or has not switched on yet,
   * or not at all.
   */
  who: 'stranger' | 'newcomer' | 'almostReady' | 'seasoned'
  /** Brings the screen into the state to be checked. */
  ready: (page: Page) => Promise<unknown>
}

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

const SCREENS: readonly ScreenTest[] = [
  {
    name: 'landing page',
    path: '/',
    who: 'stranger',
    ready: (page) => page.getByText('kr/måned').waitFor(),
  },
  { name: 'login', path: '/auth', who: 'stranger', ready: heading('Velkommen til Fakturabro') },
  {
    name: 'registration with errors',
    path: '/auth?tab=register',
    who: 'stranger',
    ready: emptyRegistration,
  },
  {
    name: 'access required',
    path: '/transfers',
    who: 'stranger',
    ready: (page) => page.getByText('Pålogging påkrevd').waitFor(),
  },
  { name: 'privacy', path: '/privacy', who: 'stranger', ready: heading('Personvern') },
  { name: '404', path: '/finnes-ikke', who: 'stranger', ready: heading('404 Page Not Found') },
  {
    name: 'empty dashboard',
    path: '/',
    who: 'newcomer',
    ready: (page) => page.getByText('Ingen overføringer ennå').waitFor(),
  },
  {
    name: 'empty configuration',
    path: '/configuration',
    who: 'newcomer',
    ready: heading('Konfigurasjoner'),
  },
  {
    name: 'trial transfer',
    path: '/',
    who: 'almostReady',
    ready: async (page) => {
      await page
        .getByRole('button', { name: 'Prøv nå' })
        .or(page.getByRole('button', { name: 'Prøv igjen' }))
        .click()
      await page.getByRole('dialog').getByText('Å betale').waitFor()
    },
  },
  {
    name: 'dashboard with the failed panel open',
    path: '/',
    who: 'seasoned',
    ready: async (page) => {
      await page.getByRole('button', { name: /^Feil/ }).click()
      await rowOf(page, /Feilede overføringer/, seasoned.failed).waitFor()
    },
  },
  {
    name: 'transfers with the drawer open',
    path: '/transfers',
    who: 'seasoned',
    ready: async (page) => {
      await page.getByRole('button', { name: `Vis detaljer for ${seasoned.failed}` }).click()
      await page.getByRole('dialog').getByRole('list').last().waitFor()
    },
  },
  {
    name: 'transfers',
    path: '/transfers',
    who: 'seasoned',
    ready: (page) => rowOf(page, 'Overføringer', seasoned.failed).waitFor(),
  },
  {
    name: 'customers',
    path: '/customers',
    who: 'seasoned',
    ready: (page) => customerRow(page, DOUBTFUL).waitFor(),
  },
  {
    name: 'customers with the edit dialog open',
    path: '/customers',
    who: 'seasoned',
    ready: async (page) => {
      await editButton(page, DOUBTFUL).click()
      await editDialog(page).getByRole('switch').waitFor()
    },
  },
  {
    name: 'customers with the decisions open',
    path: '/customers',
    who: 'seasoned',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Kundevalg' }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'customers with a question open',
    path: '/customers',
    who: 'seasoned',
    ready: async (page) => {
      await page.getByRole('button', { name: '1 venter på deg' }).click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'configuration',
    path: '/configuration',
    who: 'seasoned',
    ready: async (page) => {
      await page.getByRole('group', { name: /MVA 12 %/ }).waitFor()
      await page
        .getByRole('button', { name: /^Slett webhooken/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'comparison of customers',
    path: '/customers/import',
    who: 'seasoned',
    ready: (page) => page.getByRole('button', { name: 'Sammenlign kundene' }).waitFor(),
  },
  {
    name: 'log',
    path: '/errors',
    who: 'seasoned',
    ready: (page) => page.getByRole('listitem').first().waitFor(),
  },
  { name: 'help', path: '/help', who: 'seasoned', ready: heading('Hjelp') },
]

async function emptyRegistration(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Neste' }).click()
  await page.getByText('Passord er påkrevd').waitFor()
}

test.each(SCREENS)(
  '$name: axe finds nothing, in light and dark, at 1280 and 360 pixels',
  async ({ path, who, ready }) => {
    const as = { stranger: undefined, newcomer, almostReady, seasoned }[who]
    const page = await browser.openPage({ as, expected: [/status of 404 .*\/finnes-ikke/] })
    await page.goto(path)
    await ready(page)
    expect(await problemsInEveryLook(page)).toEqual({})
  },
)

test('a button without a name, and letters too weak to read, are found in both themes and at every width', async () => {
  const page = await browser.openPage()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Logg inn' }).first().waitFor()
  await page.evaluate(() => {
    const weak = document.createElement('p')
    weak.textContent = 'svak skrift'
    Object.assign(weak.style, { color: '#ccc', background: '#fff' })
    document.querySelector('main')?.append(document.createElement('button'), weak)
  })
  const found = await problemsInEveryLook(page)
  const rules = Object.entries(found).map(([look, problems]) => [
    look,
    problems.map((problem) => problem.split(':')[0]),
  ])
  expect(Object.fromEntries(rules)).toEqual({
    '1280 light': ['button-name', 'color-contrast'],
    '1280 dark': ['color-contrast'],
    '360 dark': ['color-contrast'],
    '360 light': ['button-name', 'color-contrast'],
  })
})
