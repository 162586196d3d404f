import { expect, test } from 'vitest'
import { payJob } from '#sandbox/servicem8/workshop'
import { saveConfiguration } from '#shared/contracts/configuration'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import { rowOf } from '../../support/browser/screen.ts'
import { askForConsent } from '../../support/people/customer.ts'
import { finishJob } from '../../support/people/finished-jobs.ts'
import { longTimeCustomer } from '../../support/people/long-time-customer.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
askForConsent(world)
const browser = useBrowser(() => world)

test('a fetch by hand asks for the days, shows number and sum, and takes no paid job unasked', async () => {
  const customer = await longTimeCustomer(world)
  const activatedAt = new Date(world.vendors.now() + 86_400_000).toISOString()
  await customer.visitor.call(saveConfiguration, { body: { activatedAt } })
  const [paid, one, two] = [1, 2, 3].map(() => finishJob(world, customer)) as [
    { uuid: string; name: string },
    { name: string },
    { name: string },
  ]
  payJob(world.vendors, customer.tenant.account, paid.uuid)
  const page = await browser.openPage({ as: customer, width: 360, scheme: 'dark' })
  await page.goto('/transfers')
  await page.getByRole('button', { name: 'Hent jobber' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hent jobber manuelt' })
  await dialog.getByText('Ingenting hentes før du har valgt jobbene.').waitFor()
  await dialog.getByRole('button', { name: 'Siste 7 dager' }).click()

  const listed = dialog.getByRole('list', { name: 'Jobber som kan hentes' }).getByRole('listitem')
  const ofPaid = listed.filter({ hasText: paid.name })
  await ofPaid.getByText('Allerede betalt').waitFor()
  expect(await ofPaid.getByRole('checkbox').isChecked()).toBe(false)
  await dialog.getByText('2 av 3 jobber, 2 000,00 kr').waitFor()
  await expectSound(page)

  await dialog.getByRole('button', { name: 'Hent 2 jobber' }).dblclick()
  await page.getByText('Synkronisering fullført').first().waitFor()
  await page.getByText('Hentet 2 fullførte jobber, opprettet 2 nye overføringer').first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  for (const { name } of [one, two]) await rowOf(page, 'Overføringer', name).waitFor()
  expect(await rowOf(page, 'Overføringer', paid.name).count()).toBe(0)
})
