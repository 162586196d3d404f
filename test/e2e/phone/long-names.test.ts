import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { putClients } from '#sandbox/seed/clients'
import { putJob } from '#sandbox/seed/put'
import { localStamp } from '#sandbox/world/local-time'
import { overflow, useBrowser } from '../../support/browser/browser.ts'
import { openAtRest } from '../../support/browser/at-rest.ts'
import { rowOf } from '../../support/browser/screen.ts'
import { complete, readyCustomer } from '../../support/people/customer.ts'
import { editButton, editDialog } from '../../support/people/landlord.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const LONG = 'Arbeidsgiverforeningenskompetansesenterforrørleggerfaget1 AS'

const world = await startWorld(daytime())
const customer = await readyCustomer(world, {
  prepare: ({ account }) => {
    const client = {
      name: LONG,
      street: 'Storgata 2',
      postcode: '5003',
      city: 'Bergen',
      contact: ['Ola', 'Nordmann', 'ola@lang.example', ''] as [string, string, string, string],
    }
    putClients(account, [client], localStamp(world.vendors.now() - 86_400_000))
  },
})
const put = (key: string, rate: '25' | '12') =>
  putJob(world.vendors, customer.tenant.account, {
    key,
    client: LONG,
    state: 'work order',
    daysAgo: 0.1,
    description: LONG,
    po: LONG,
    lines: [{ name: LONG, price: '100', rate }],
  })
const [good, odd] = [put('god', '25'), put('sats 12', '12')]
complete(world, customer, good)
await transferOf(customer.visitor, good, 'completed')
const job = complete(world, customer, odd)
await transferOf(customer.visitor, odd, 'failed')
const browser = useBrowser(() => world)

test('no screen can be scrolled sideways', async () => {
  const page = await browser.openPage({ as: customer, width: 360 })
  const wide: Record<string, number> = {}
  const look = async (what: string) => {
    const beyond = await overflow(page)
    if (beyond > 0) wide[what] = beyond
  }
  for (const path of ['/', '/transfers', '/customers', '/errors', '/profile']) {
    await openAtRest(page, path)
    await look(path)
  }
  await page.goto('/reconciliation')
  await page.getByRole('button', { name: 'Sjekk nå' }).tap()
  await page.getByText(LONG).filter({ visible: true }).first().waitFor()
  await look('the checked month')
  expect(wide).toEqual({})
})

test('neither the drawer nor a dialog can be, and their buttons are in sight', async () => {
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/transfers')
  await rowOf(page, 'Overføringer', job)
    .getByRole('button', { name: `Vis detaljer for ${job}` })
    .tap()
  await page.getByRole('dialog').getByText(LONG).first().waitFor()
  expect(await sidewaysIn(page)).toBe(0)

  await page.goto('/customers?q=arbeidsgiver')
  const name = page.getByRole('rowheader').getByText(LONG)
  await name.waitFor()
  const cut = (one: Element) => one.scrollWidth - one.clientWidth
  expect(await name.evaluate(cut)).toBe(0)
  expect(
    await page
      .getByRole('row')
      .getByText(/^Storgata 2/)
      .first()
      .evaluate(cut),
  ).toBe(0)
  await editButton(page, LONG).tap()
  await editDialog(page).getByRole('switch').waitFor()
  expect(await sidewaysIn(page)).toBe(0)
  const save = await editDialog(page).getByRole('button', { name: 'Lagre' }).boundingBox()
  expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(780)
})

/** Returns how far the open dialog or any part in it can be scrolled sideways, in pixels. */
const sidewaysIn = (page: Page) =>
  page
    .getByRole('dialog')
    .evaluate((dialog) =>
      Math.max(
        ...[dialog, ...dialog.querySelectorAll('*')]
          .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowX))
          .map((part) => part.scrollWidth - part.clientWidth),
        0,
      ),
    )
