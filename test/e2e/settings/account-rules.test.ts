import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readAccountRules, saveAccountRules } from '#shared/contracts/account-rules'
import { expectSoundInEveryLook, overflow, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { readyCustomer, type Customer } from '../../support/people/customer.ts'
import { finishJob, WORK } from '../../support/people/finished-jobs.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const EXPECTED = [/Failed to load resource/]
const PUMP = { name: 'Varmepumpe Mitsubishi', displayed_amount: '20000.0000' }

const world = await startWorld()
const browser = useBrowser(() => world)

async function withALine(): Promise<Customer> {
  const customer = await readyCustomer(world)
  const job = finishJob(world, customer, {}, [WORK, PUMP])
  await transferOf(customer.visitor, job.uuid, 'completed')
  return customer
}
const itemOf = ({ tenant }: Customer) =>
  Object.values(tenant.account.tables.material).find((one) => one.active === 1)?.name ?? ''

async function openRules(customer: Customer, width: number): Promise<Page> {
  const page = await browser.openPage({ as: customer, width, expected: EXPECTED })
  await page.goto('/configuration#kontoregler')
  // Waits for the enabled button, because press() would not wait until the rules are loaded.
  const button = { name: /Lag kontoregler|Endre kontoregler/, disabled: false }
  await page.getByRole('button', button).press('Enter')
  await dialog(page).waitFor()
  return page
}
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Kontoregler' })
const rule = (page: Page, number: number) =>
  dialog(page).getByRole('group', { name: `Regel ${number}` })
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).press('Enter')
const card = (page: Page) => page.getByRole('region', { name: 'Kontoregler' })

test.each(seenAt([360, 1280]))(
  'rules are made, put in order, tried on the newest lines and saved by keyboard at %i pixels',
  async (width) => {
    const customer = await withALine()
    const page = await openRules(customer, width)
    await press(page, 'Lagre regler')
    await rule(page, 1).getByText('Skriv teksten som linjene skal inneholde').waitFor()
    await rule(page, 1).getByText('Velg en konto').waitFor()
    const words = rule(page, 1).getByLabel('Linjen inneholder')
    await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('varmepumpe')
    await rule(page, 1).getByLabel('Konto').selectOption('3010')

    await press(page, 'Legg til regel')
    await rule(page, 2).getByLabel('Gjelder').selectOption('Alle varer')
    await rule(page, 2).getByLabel('Konto').selectOption('3000')
    await press(page, 'Legg til regel')
    await rule(page, 3).getByLabel('Gjelder').selectOption('En vare eller timepris')
    const item = rule(page, 3).getByRole('combobox', { name: 'Vare eller timepris' })
    await item.fill(itemOf(customer).slice(0, 8))
    await rule(page, 3).getByRole('listbox').getByRole('option').first().waitFor()
    await item.press('ArrowDown')
    await item.press('Enter')
    await rule(page, 3).getByLabel('Konto', { exact: true }).selectOption('3020')
    await rule(page, 3).getByRole('button', { name: 'Flytt regel 3 opp' }).press('Enter')
    await rule(page, 2).getByRole('combobox', { name: 'Vare eller timepris' }).waitFor()
    await rule(page, 3).getByRole('button', { name: 'Flytt regel 3 ned' }).press('Enter')

    await press(page, 'Prøv på de siste 100 linjene')
    await dialog(page).getByText('1 linje endrer konto').waitFor()
    await dialog(page).getByText(PUMP.name).waitFor()
    expect(await overflow(page)).toBe(0)
    await expectSoundInEveryLook(page)
    expect((await customer.visitor.call(readAccountRules)).rules).toEqual([])

    await page.keyboard.press('Escape')
    await dialog(page).getByText('Reglene er endret, og ikke lagret').waitFor()
    await press(page, 'Fortsett å redigere')
    await press(page, 'Lagre regler')
    await dialog(page).waitFor({ state: 'detached' })
    await card(page).getByText('Linjen inneholder «varmepumpe»').waitFor()
    expect((await customer.visitor.call(readAccountRules)).rules.map(({ kind }) => kind)).toEqual([
      'word',
      'item',
      'goods',
    ])
    expect(await overflow(page)).toBe(0)
    await expectSoundInEveryLook(page)
  },
)

test('a category is chosen from ServiceM8, and rules that another window has saved are not overwritten unseen', async () => {
  const customer = await withALine()
  const page = await openRules(customer, 1280)
  await rule(page, 1).getByLabel('Gjelder').selectOption('En jobbkategori')
  await rule(page, 1).getByLabel('Kategori').selectOption('Baderom')
  await rule(page, 1).getByLabel('Konto').selectOption('3010')
  const theirs = { kind: 'labour' as const, value: '', label: '', account: '3010' }
  await customer.visitor.call(saveAccountRules, { body: { rules: [theirs] } })
  await press(page, 'Lagre regler')
  await page
    .getByText(/endret i et annet vindu/)
    .first()
    .waitFor()
  // Found by id, because everything behind an open dialog is hidden from role queries.
  await page.locator('#kontoregler').getByText('Alt arbeid').waitFor()
  await press(page, 'Lagre regler')
  await dialog(page).waitFor({ state: 'detached' })
  await card(page).getByText('Kategori: Baderom').waitFor()
  await page.getByRole('button', { name: 'Endre kontoregler' }).click()
  await press(page, 'Fjern regel 1')
  await press(page, 'Lagre regler')
  await card(page).getByText('Ingen kontoregler').waitFor()
})
