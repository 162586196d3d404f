import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readFikenAuthUrl, readServicem8AuthUrl } from '#shared/contracts/connections'
import { PLUMBER } from '#sandbox/seed/plumber'
import { seededUuid } from '#sandbox/seed/put'
import { createTenant } from '#sandbox/seed/tenants'
import { problemsInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { askForConsent, newCustomer } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld({ env: { DEMO: '1' } })
world.vendors.origins.product = world.url
const customer = await newCustomer(world)
const browser = useBrowser(() => world)

test('in the demo the menu leads to the workshop, and the workshop back', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Åpne verkstedet' })
  const opened = page.waitForEvent('popup')
  await link.click()
  const workshop = await opened
  await workshop.getByRole('heading', { name: 'Jobber hos Fjordvik Rør AS' }).waitFor()
  await workshop.getByRole('link', { name: 'Til Fakturabro' }).click()
  await workshop.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

test('a job says what it shows and how far it is, and completing it says what may be left to do', async () => {
  const page = await browser.openPage()
  await page.goto(world.sandbox.webUrl)
  const row = page.getByRole('listitem').filter({ hasText: 'Tett sluk i produksjonen' })
  await row.getByText('Viser: to MVA-satser på samme jobb').waitFor()
  await row.getByText('Arbeidsordre').waitFor()
  await row.getByRole('button', { name: 'Fullfør' }).click()
  await page
    .getByText(/^Jobben er fullført\. .* må den godkjennes her før den kommer til Fiken\.$/)
    .waitFor()
  await page.getByText('Viser: to MVA-satser på samme jobb').waitFor()
  const status = page.getByLabel('Status')
  expect((await status.locator('option').allTextContents()).map((name) => name.trim())).toEqual([
    'Tilbud',
    'Arbeidsordre',
    'Fullført',
    'Mislykket',
  ])
  await expect.poll(() => status.inputValue()).toBe('Completed')
})

test('every page of the workshop: axe finds nothing, in light and dark, at 1280 and 360 pixels', async () => {
  const page = await browser.openPage()
  const job = seededUuid(PLUMBER, 'job', 'klar: bereder')
  for (const path of ['/', `/jobb/${job}`, '/fiken', '/postkasse', '/feil', '/om']) {
    await page.goto(`${world.sandbox.webUrl}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect([path, await problemsInEveryLook(page)]).toEqual([path, {}])
  }
})

test('the button that gives access is in sight at once, also where there are many to choose from', async () => {
  askForConsent(world)
  for (let more = 1; more <= 8; more += 1) createTenant(world.vendors, `Enda et firma ${more} AS`)
  const page = await browser.openPage()
  for (const ask of [readServicem8AuthUrl, readFikenAuthUrl]) {
    const { authUrl } = await customer.visitor.call(ask, {})
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(authUrl)
      const bottom = await bottomOf(page, 'Gi tilgang')
      expect([ask.path, width, bottom <= height, bottom > 0]).toEqual([ask.path, width, true, true])
    }
    expect([ask.path, await problemsInEveryLook(page)]).toEqual([ask.path, {}])
  }
})

async function bottomOf(page: Page, button: string): Promise<number> {
  const target = page.getByRole('button', { name: button })
  await target.waitFor()
  const box = await target.boundingBox()
  return box ? box.y + box.height : 0
}
