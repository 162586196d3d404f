import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, expectSound, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import {
  compare,
  COMPARED,
  comparedCustomer,
  contactsNamed,
  linkButton,
  listChip,
  matchRow,
} from '../../support/browser/compared-customer.ts'
import { hasFocus, tabTo } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

const [bjorg = '', tormod = ''] = COMPARED.uncertain
const none = (page: Page, name: string) =>
  page.getByRole('button', { name: `Ikke denne: ${name} er en annen`, exact: true })
const again = (page: Page, name: string) =>
  page.getByRole('button', {
    name: `Se på dem igjen: kontaktene som ligner på ${name}`,
    exact: true,
  })
const undo = (page: Page) => page.getByRole('button', { name: 'Angre' })

test.each(
  seenAt([
    [1280, 'light'],
    [360, 'dark'],
  ] as const),
)(
  'with the keyboard alone at %i pixels: none of them, taken back, said again, and made after a yes',
  async (width, scheme) => {
    const customer = await comparedCustomer(world)
    await compare(customer)
    const page = await browser.openPage({ as: customer, width, scheme })
    const key = (name: string) => page.keyboard.press(name)
    await page.goto('/customers/import')
    await matchRow(page, 'uncertain', bjorg).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    if (width === 360) expect(await smallTargets(page)).toEqual([])

    await tabTo(page, none(page, bjorg))
    await key('Enter')
    await matchRow(page, 'uncertain', bjorg).waitFor({ state: 'detached' })
    await page.getByText(`«${bjorg}» står blant dem som mangler i Fiken.`).first().waitFor()
    await until('the focus to be on the next one', () => hasFocus(linkButton(page, tormod)))
    await key('F8')
    await until('the focus to be on the undo', () => hasFocus(undo(page)))
    await key('Enter')
    await matchRow(page, 'uncertain', bjorg).waitFor()
    await page.getByText(`Kontaktene som ligner på «${bjorg}», kan velges igjen.`).first().waitFor()
    await until('the focus to be where it was', () => hasFocus(linkButton(page, tormod)))

    await page.reload()
    await tabTo(page, none(page, bjorg))
    await key('Enter')
    await matchRow(page, 'uncertain', bjorg).waitFor({ state: 'detached' })
    await page.reload()
    await tabTo(page, listChip(page, 'missing'))
    await key('Enter')
    const row = matchRow(page, 'missing', bjorg)
    await row.getByText('Du har sagt at ingen av dem som ligner i Fiken, er kunden.').waitFor()
    await expectSound(page)
    if (width === 360) expect(await smallTargets(page)).toEqual([])
    expect(contactsNamed(customer, bjorg)).toHaveLength(1)

    await tabTo(page, again(page, bjorg))
    await key('Enter')
    await row.waitFor({ state: 'detached' })
    await until('the focus to be in the list', () =>
      page.evaluate(() => document.activeElement?.closest('[data-row]') !== null),
    )
    await page.reload()
    await tabTo(page, listChip(page, 'uncertain'))
    await key('Enter')
    await tabTo(page, none(page, bjorg))
    await key('Enter')
    await matchRow(page, 'uncertain', bjorg).waitFor({ state: 'detached' })

    await page.reload()
    await tabTo(page, listChip(page, 'missing'))
    await key('Enter')
    await tabTo(page, page.getByRole('checkbox', { name: `Velg ${bjorg}`, exact: true }))
    await key('Space')
    await tabTo(page, page.getByRole('button', { name: 'Lag 1 i Fiken' }))
    await key('Enter')
    const question = page.getByRole('alertdialog', { name: /^Lage .* i Fiken\?$/ })
    await tabTo(page, question.getByRole('button', { name: 'Lag 1 i Fiken' }))
    await key('Enter')
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => contactsNamed(customer, bjorg)).toHaveLength(2)
  },
)

test('what is refused is said, and the row stays', async () => {
  const customer = await comparedCustomer(world)
  await compare(customer)
  const page = await browser.openPage({ as: customer, expected: [/Failed to load resource/] })
  await page.goto('/customers/import')
  const refused = (url: string, message: string) =>
    page.route(url, (route) =>
      route.fulfill({ status: 409, json: { code: 'refused', message } }).catch(() => undefined),
    )
  await refused('**/import/reject', 'Kunden er ikke blant de usikre lenger.')
  await none(page, bjorg).click()
  await page.getByText('Kunne ikke lagre svaret', { exact: true }).first().waitFor()
  await page.getByText('Kunden er ikke blant de usikre lenger.').first().waitFor()
  await matchRow(page, 'uncertain', bjorg).waitFor()
  await page.unrouteAll()
  await none(page, bjorg).click()
  await matchRow(page, 'uncertain', bjorg).waitFor({ state: 'detached' })
  await listChip(page, 'missing').click()
  await refused('**/import/reconsider', 'Velg selskap i Fiken under Konfigurasjoner først.')
  await again(page, bjorg).click()
  await page.getByText('Kunne ikke glemme svaret', { exact: true }).first().waitFor()
  await matchRow(page, 'missing', bjorg).waitFor()
})
