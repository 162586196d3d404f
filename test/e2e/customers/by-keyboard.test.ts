import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SeedClient } from '#sandbox/seed/clients'
import { settled } from '../../support/browser/at-rest.ts'
import { accessibilityProblems, overflow, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { hasFocus, tabTo } from '../../support/browser/screen.ts'
import { complete, draftsOf, openJobs } from '../../support/people/customer.ts'
import {
  billingIn,
  changeClient,
  customerRow,
  editButton,
  editDialog,
  landlord,
  NAMES,
  rowsOf,
} from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const WIDTHS = [1280, 360]
const LONGER_THAN_A_TOAST_MS = 11_000

const world = await startWorld()
const browser = useBrowser(() => world)

const crowd = (count: number): SeedClient[] =>
  Array.from({ length: count }, (_one, index) => ({
    name: `Mange ${String(index).padStart(3, '0')} Sameie`,
    street: `Rekken ${1 + index}`,
    postcode: '5003',
    city: 'Bergen',
    contact: ['Siv', 'Rekke', `rekke${index}@example.no`, ''],
  }))

const address = (page: Page) => editDialog(page).getByLabel('Adresse', { exact: true })
const button = (page: Page, name: string) => editDialog(page).getByRole('button', { name })
const focusOn = (page: Page, name: string) =>
  until('the focus to be on the row’s button', () => hasFocus(editButton(page, name)))

async function write(page: Page, name: string, street: string): Promise<void> {
  await tabTo(page, editButton(page, name))
  await page.keyboard.press('Enter')
  await editDialog(page).getByRole('switch').waitFor()
  await tabTo(page, address(page))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(street)
}

test.each(seenAt(WIDTHS))(
  'both versions of a customer that has changed in ServiceM8 are read and chosen between at %i pixels',
  async (width) => {
    const customer = await landlord(world)
    const page = await browser.openPage({
      as: customer,
      width,
      expected: [/status of 409 .*\/api\/customers\/companies/],
    })
    const { keyboard } = page
    const theirs = (street: string) =>
      changeClient(world, customer, NAMES.block, {
        billing_address: `Havn Drift AS\n${street}\n5804 Bergen`,
      })
    const versions = () => editDialog(page).getByText('Kunden er endret i ServiceM8')
    await page.goto('/customers')
    await customerRow(page, NAMES.block).waitFor()

    await write(page, NAMES.block, 'Min gate 1')
    theirs('Deres gate 2')
    await keyboard.press('Enter')
    await until('the focus to be on what has happened', () => hasFocus(versions()))
    expect(await overflow(page)).toBe(0)
    await tabTo(page, button(page, 'Endre min først'))
    await keyboard.press('Enter')
    const name = editDialog(page).getByRole('combobox', { name: 'Navn' })
    await until('the focus to be in the form', () => hasFocus(name))
    await tabTo(page, address(page))
    await expect.poll(() => address(page).inputValue()).toBe('Min gate 1')

    theirs('Deres gate 3')
    await keyboard.press('Enter')
    await versions().waitFor()
    await tabTo(page, button(page, 'Behold min'))
    await keyboard.press('Enter')
    await editDialog(page).waitFor({ state: 'detached' })
    await focusOn(page, NAMES.block)
    await expect.poll(() => billingIn(customer, NAMES.block)).toContain('Min gate 1')

    await write(page, NAMES.block, 'Min gate 4')
    theirs('Deres gate 5')
    await keyboard.press('Enter')
    await versions().waitFor()
    await tabTo(page, button(page, 'Bruk ServiceM8 sin'))
    await keyboard.press('Enter')
    await editDialog(page).waitFor({ state: 'detached' })
    await focusOn(page, NAMES.block)
    await customerRow(page, NAMES.block).getByText('Deres gate 5').first().waitFor()
    await expect.poll(() => billingIn(customer, NAMES.block)).toContain('Deres gate 5')
  },
)

test.each(seenAt(WIDTHS.toReversed()))(
  'a save is taken back with F8 and Enter, and the focus comes back, at %i pixels',
  async (width) => {
    const customer = await landlord(world)
    const page = await browser.openPage({ as: customer, width })
    await page.clock.install()
    await page.goto('/customers')
    await customerRow(page, NAMES.block).waitFor()
    const before = billingIn(customer, NAMES.block)
    await write(page, NAMES.block, 'Angregata 7')
    await page.keyboard.press('Enter')
    await editDialog(page).waitFor({ state: 'detached' })
    await focusOn(page, NAMES.block)
    await page.getByText('Kunden er oppdatert', { exact: true }).first().waitFor()
    const undo = page.getByRole('button', { name: 'Angre' })
    await page.keyboard.press('F8')
    await until('the focus to be on the undo', () => hasFocus(undo))
    // The toast's time does not run while its button has the focus.
    await page.clock.fastForward(LONGER_THAN_A_TOAST_MS)
    await settled(page)
    expect(await hasFocus(undo)).toBe(true)
    await expect.poll(() => billingIn(customer, NAMES.block)).toContain('Angregata 7')
    await page.keyboard.press('Enter')
    await page.getByText('Endringen er angret', { exact: true }).first().waitFor()
    await focusOn(page, NAMES.block)
    await expect.poll(() => billingIn(customer, NAMES.block)).toBe(before)
    // The focus has left the toast, so the toast disappears in time.
    await page.clock.fastForward(LONGER_THAN_A_TOAST_MS)
    await page
      .getByText('Endringen er angret', { exact: true })
      .first()
      .waitFor({ state: 'detached' })
  },
)

test.each(seenAt(WIDTHS))(
  'decisions are listed, searched and forgotten at %i pixels',
  async (width) => {
    const customer = await landlord(world)
    for (const job of openJobs(customer).slice(0, 3)) {
      const name = complete(world, customer, job)
      await until('the customer to be known', () => draftsOf(customer, name) >= 1)
    }
    const page = await browser.openPage({ as: customer, width })
    const key = (name: string) => page.keyboard.press(name)
    const dialog = page.getByRole('dialog', { name: 'Hvem kundene er i Fiken' })
    const forget = dialog.getByRole('button', { name: /^Glem valget for / })
    const search = dialog.getByRole('searchbox', { name: 'Søk i valgene' })
    await page.goto('/customers')
    await tabTo(page, page.getByRole('button', { name: 'Kundevalg' }))
    await key('Enter')
    await until('the focus to be in the search', () => hasFocus(search))
    const all = await forget.count()
    expect(all).toBeGreaterThan(1)
    // No part of a row, not even its button, extends beyond the dialog's edge.
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    const label = (await forget.first().getAttribute('aria-label')) ?? ''
    await page.keyboard.type('finnes ikke')
    await dialog.getByText('Ingen valg passer til søket').waitFor()
    await key('ControlOrMeta+a')
    await page.keyboard.type(label.replace('Glem valget for ', ''))
    const row = dialog.getByRole('button', { name: label, exact: true })
    await tabTo(page, row)
    await key('Shift+Tab')
    await key('ControlOrMeta+a')
    await key('Delete')
    await until('all of them', async () => (await forget.count()) === all)

    await tabTo(page, row)
    await key('Enter')
    await page.getByText('Valget er glemt', { exact: true }).first().waitFor()
    await row.waitFor({ state: 'detached' })
    await until('the focus to be on the next one', () => hasFocus(forget.first()))
    for (let left = all - 1; left > 0; left -= 1) {
      await key('Enter')
      await until('one less', async () => (await forget.count()) === left - 1)
      if (left > 1) await until('the next one', () => hasFocus(forget.first()))
    }
    await dialog.getByText('Ingen valg ennå').waitFor()
    const inside = () => dialog.evaluate((one) => one.contains(document.activeElement))
    await until('the focus to stay in the dialog', inside)
    await key('Escape')
    await dialog.waitFor({ state: 'detached' })
    await until('the focus to be where it was', () =>
      hasFocus(page.getByRole('button', { name: 'Kundevalg' })),
    )
  },
)

test.each(seenAt(WIDTHS.toReversed()))(
  'the pages of customers are turned, and the focus stays where they are, at %i pixels',
  async (width) => {
    const customer = await landlord(world, crowd(120))
    const { length } = await rowsOf(customer)
    const page = await browser.openPage({ as: customer, width })
    const pages = page.getByRole('navigation', { name: 'Sider' })
    const turn = (name: string) => pages.getByRole('button', { name, exact: true })
    const rows = page.getByRole('table', { name: 'Kunder', exact: true }).locator('[data-row]')
    const shows = async (number: number, from: number, to: number) => {
      await page.getByRole('status').getByText(`${from}–${to} av ${length} kunder`).waitFor()
      await expect.poll(() => rows.count()).toBe(1 + to - from)
      await expect.poll(() => turn(`Side ${number}`).getAttribute('aria-current')).toBe('page')
      expect(await overflow(page)).toBe(0)
    }
    const last = Math.ceil(length / 50)
    await page.goto('/customers')
    await shows(1, 1, 50)
    const first = await rows.first().innerText()
    await tabTo(page, turn('Side 2'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await shows(2, 51, 100)
    expect(await rows.first().innerText()).not.toBe(first)
    await until('the address to follow', () => page.url().endsWith('?page=2'))
    await expect.poll(() => hasFocus(turn('Side 2'))).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])

    // On the last page, the button "Neste side" does nothing and keeps the focus.
    await tabTo(page, turn('Neste side'))
    await page.keyboard.press('Space')
    await shows(last, 101, length)
    await page.keyboard.press('Space')
    await shows(last, 101, length)
    await expect.poll(() => hasFocus(turn('Neste side'))).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await tabTo(page, turn('Forrige side'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await shows(2, 51, 100)
    await page.keyboard.press('Enter')
    await shows(1, 1, 50)
    await expect.poll(() => hasFocus(turn('Forrige side'))).toBe(true)
  },
)
