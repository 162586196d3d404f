import { expect, test } from 'vitest'
import { readSession } from '#shared/contracts/auth'
import { addMonths, today } from '#shared/dates'
import { openAtRest } from '../support/browser/at-rest.ts'
import { expectSoundInEveryLook, useBrowser } from '../support/browser/browser.ts'
import { textOf } from '../support/browser/screen.ts'
import { colleague } from '../support/people/access/members.ts'
import { readyCustomer } from '../support/people/customer.ts'
import { finishJob } from '../support/people/finished-jobs.ts'
import { daytime } from '../support/clock/daytime.ts'
import { startWorld } from '../support/world/world.ts'

const world = await startWorld(daytime())
const customer = await readyCustomer(world)
const browser = useBrowser(() => world)

test('a month is marked as reconciled, and says what has changed since', async () => {
  const month = addMonths(today(new Date(world.vendors.now())).slice(0, 7), -1)
  const finished = { completion_date: `${month}-15 12:00:00` }
  finishJob(world, customer, finished)
  const { company } = await customer.visitor.call(readSession)
  const kari = await colleague(world, company?.id ?? '', 'accountant', { firstName: 'Kari' })
  const page = await browser.openPage({ as: kari })
  await openAtRest(page, `/reconciliation?month=${month}`)
  await page.getByRole('button', { name: 'Sjekk nå' }).click()
  await page.getByRole('button', { name: 'Merk som avstemt' }).click()
  const card = page.getByRole('region', { name: 'Avstemt' })
  await card.getByText(/^Avstemt .* av Kari Fjordvik\.$/).waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  finishJob(world, customer, finished)
  await page
    .getByRole('button', { name: /^Sjekk/ })
    .first()
    .click()
  // The printed report, which is hidden, says it too.
  const changed = page.getByText('Endret etter avstemming').filter({ visible: true })
  await changed.waitFor()
  expect(await textOf(page.getByRole('main'))).toMatch(/Da: 1 jobb\b.*; nå: 2 jobber\b/)
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Merk som avstemt' }).click()
  await expect.poll(() => changed.count()).toBe(0)
  await page.getByRole('button', { name: 'Angre at måneden er avstemt' }).click()
  await page.getByText('Har du sett over måneden?').waitFor()
})
