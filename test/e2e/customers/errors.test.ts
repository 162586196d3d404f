import type { Page } from 'playwright-core'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { networkGoneOnce, proxyAnswersOnce } from '../../support/browser/network.ts'
import { CUSTOMERS } from '../../support/catalogue/customers.ts'
import { fixed, reads, walkRows } from '../../support/catalogue/index.ts'
import {
  customerRow,
  doubtAbout,
  editButton,
  editDialog,
  landlord,
  NAMES,
} from '../../support/people/landlord.ts'
import { startWorld } from '../../support/world/world.ts'

const DOUBTFUL = 'Nordnes Bakeri AS'

const world = await startWorld()
const customer = await landlord(world)
await doubtAbout(world, customer, DOUBTFUL)
const browser = useBrowser(() => world)

async function open(): Promise<Page> {
  const page = await browser.openPage({ as: customer, expected: [/Failed to load resource/] })
  await page.goto('/customers')
  return page
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
async function edit(page: Page): Promise<void> {
  await editButton(page, NAMES.block).click()
  await editDialog(page).getByRole('switch').waitFor()
}
const nameField = (page: Page) => editDialog(page).getByRole('combobox', { name: 'Navn' })
/** Types a name without choosing one of the suggestions. */
async function writeName(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name)
  await editDialog(page).getByRole('textbox', { name: 'Sted' }).focus()
}
async function ask(page: Page): Promise<void> {
  await customerRow(page, DOUBTFUL).getByRole('button', { name: '1 venter på deg' }).click()
}

walkRows(CUSTOMERS, {
  'customers not read': async () => {
    const page = await browser.openPage({ as: customer, expected: [/Failed to load resource/] })
    await proxyAnswersOnce(page, '**/api/customers/companies')
    await page.goto('/customers')
    await reads(page, 'customers not read')
    await expectSoundInEveryLook(page)
    await press(page, 'Prøv igjen')
    await fixed(page, 'customers not read')
    await customerRow(page, NAMES.block).waitFor()
  },
  'recipient without a name': async () => {
    const page = await open()
    await edit(page)
    await writeName(page, '')
    await press(page, 'Lagre')
    await reads(page, 'recipient without a name')
    await writeName(page, 'Havn Drift AS')
    await fixed(page, 'recipient without a name')
  },
  'wrong organisation number': async () => {
    const page = await open()
    await edit(page)
    const number = editDialog(page).getByRole('textbox', { name: 'Org.nr.' })
    await number.fill('940155224')
    await press(page, 'Lagre')
    await reads(page, 'wrong organisation number')
    await number.fill('940155223')
    await fixed(page, 'wrong organisation number')
  },
  'recipient not saved': async () => {
    const page = await open()
    await edit(page)
    await writeName(page, 'Havn Forvaltning AS')
    await networkGoneOnce(page, '**/api/customers/companies/*')
    await press(page, 'Lagre')
    await reads(page, 'recipient not saved')
    await press(page, 'Lagre')
    await fixed(page, 'recipient not saved')
    await customerRow(page, NAMES.block).getByText('Havn Forvaltning AS').first().waitFor()
  },
  'save not taken back': async () => {
    const page = await open()
    await edit(page)
    await writeName(page, 'Havn Innkjøp AS')
    await press(page, 'Lagre')
    await networkGoneOnce(page, '**/api/customers/companies/*/undo')
    await press(page, 'Angre')
    await reads(page, 'save not taken back')
    await edit(page)
    await writeName(page, 'Havn Drift AS')
    await press(page, 'Lagre')
    await fixed(page, 'save not taken back')
    await customerRow(page, NAMES.block).getByText('Havn Drift AS').first().waitFor()
  },
  'decisions not read': async () => {
    const page = await open()
    await proxyAnswersOnce(page, '**/api/customers/decisions')
    await press(page, 'Kundevalg')
    await reads(page, 'decisions not read')
    await press(page, 'Prøv igjen')
    await fixed(page, 'decisions not read')
  },
  'candidates not read': async () => {
    const page = await open()
    await proxyAnswersOnce(page, '**/api/transfers/*/recipient')
    await ask(page)
    await reads(page, 'candidates not read')
    await press(page, 'Prøv igjen')
    await fixed(page, 'candidates not read')
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
  },
  'candidate not chosen': async () => {
    const page = await open()
    await ask(page)
    await press(page, /^Velg og prøv/)
    await reads(page, 'candidate not chosen')
    await page.getByRole('dialog').getByRole('radio').first().check()
    await fixed(page, 'candidate not chosen')
  },
  'choice not saved': async () => {
    const page = await open()
    await ask(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio').first().check()
    await networkGoneOnce(page, '**/api/transfers/*/recipient')
    await press(page, /^Velg og prøv/)
    await reads(page, 'choice not saved')
    await press(page, /^Velg og prøv/)
    await fixed(page, 'choice not saved')
    await dialog.waitFor({ state: 'detached' })
  },
  'decision not forgotten': async () => {
    const page = await open()
    await press(page, 'Kundevalg')
    const forget = page.getByRole('button', { name: `Glem valget for ${DOUBTFUL}` }).first()
    await networkGoneOnce(page, '**/api/customers/decisions/undo')
    await forget.click()
    await reads(page, 'decision not forgotten')
    await forget.click()
    await fixed(page, 'decision not forgotten')
  },
})
