import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { readCustomerQueue } from '#shared/contracts/transfers/customer-queue'
import { saveConfiguration } from '#shared/contracts/configuration'
import { expectSoundInBothThemes, logIn, useBrowser } from '../../support/browser/browser.ts'
import { tabTo } from '../../support/browser/screen.ts'
import { noneUnderWay, type Customer } from '../../support/people/customer.ts'
import { uncertainCustomers } from '../../support/people/customers/uncertain-customers.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const MANY = 67
const GUARD_MS = 300

const world = await startWorld()
const browser = useBrowser(() => world)

const asksNow = async ({ visitor }: Customer) =>
  (await visitor.call(readCustomerQueue)).map(({ customer }) => customer)
const draftsFor = ({ tenant }: Customer, name: string) => {
  const ids = tenant.company.contacts.filter((one) => one.name === name)
  return tenant.company.drafts.filter(({ customerId }) =>
    ids.some(({ contactId }) => contactId === customerId),
  ).length
}
const contactsNamed = ({ tenant }: Customer, name: string) =>
  tenant.company.contacts.filter((one) => one.name === name).length

function queueOn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Hvem er kunden?' })
  const place = (words: string) => dialog.getByText(words, { exact: true })
  return {
    dialog,
    first: dialog.getByRole('radio').first(),
    fresh: dialog.getByRole('radio', { name: /^Lag ny kunde i Fiken/ }),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    /** Waits until the customer is shown and keys count. */
    shows: async (at: number, of: number, name: string) => {
      await place(`${at} av ${of}: ${name}, 1 jobb`).waitFor()
      await dialog.getByRole('radio').first().waitFor()
      const since = await page.evaluate(() => performance.now())
      await page.waitForFunction((then) => performance.now() >= then, since + GUARD_MS)
    },
  }
}

async function openQueue(page: Page): Promise<void> {
  await page.goto('/transfers')
  await page.getByRole('button', { name: 'Velg kunde' }).first().click()
}

/** Presses keys in the page in the moment when the words appear, before a person could. */
const pressAtOnce = (page: Page, words: string, keys: readonly string[]) =>
  page.evaluate(
    ([awaited, pressed]) => {
      const observer = new MutationObserver(() => {
        const isThere = document.querySelector('[role=dialog]')?.textContent.includes(awaited)
        if (!isThere || !document.querySelector('[role=dialog] [type=radio]')) return
        observer.disconnect()
        for (const key of pressed)
          document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        document.body.dataset['pressed'] = awaited
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    },
    [words, keys] as const,
  )

test('67 uncertain customers are answered by keyboard alone', async () => {
  const { customer, names } = await uncertainCustomers(world, MANY)
  const page = await browser.openPage({ as: customer })
  const key = (name: string) => page.keyboard.press(name)
  const queue = queueOn(page)
  const name = (at: number) => names[at - 1] ?? ''
  await page.goto('/transfers')
  await tabTo(page, page.getByRole('button', { name: 'Velg kunde' }).first())
  await key('Enter')

  // Without a choice, Enter does nothing, and a number without a contact chooses nothing.
  await queue.shows(1, MANY, name(1))
  for (const one of ['Enter', '9', 'Enter', 'x']) await key(one)
  await expect.poll(() => queue.first.isChecked()).toBe(false)
  await queue.shows(1, MANY, name(1))
  await key('1')
  await expect.poll(() => queue.first.isChecked()).toBe(true)
  // A held Enter answers one customer, and what is pressed too early counts for nobody.
  await pressAtOnce(page, `2 av ${MANY}: `, ['1', 'Enter', 's'])
  await page.keyboard.down('Enter')
  await page.locator('body[data-pressed]').waitFor()
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await queue.shows(2, MANY, name(2))
  await expect.poll(() => queue.first.isChecked()).toBe(false)
  // A held number does not choose for the next one either.
  await page.keyboard.down('n')
  await expect.poll(() => queue.fresh.isChecked()).toBe(true)
  await key('Enter')
  await page.keyboard.down('n')
  await page.keyboard.up('n')
  await queue.shows(3, MANY, name(3))
  await expect.poll(() => queue.fresh.isChecked()).toBe(false)
  // The new customer is taken back before it is made.
  await key('u')
  await queue.shows(2, MANY, name(2))
  await expect.poll(() => queue.fresh.isChecked()).toBe(false)
  await key('1')
  await key('Enter')
  await queue.shows(3, MANY, name(3))
  await key('s')
  for (let at = 4; at <= MANY; at += 1) {
    await queue.shows(at, MANY, name(at))
    await key('1')
    await key('Enter')
  }
  await queue.dialog.getByText('66 kunder besvart, 1 kunde utsatt').waitFor()
  await key('Escape')
  await queue.dialog.waitFor({ state: 'detached' })

  await until('only the one left for later', async () => (await asksNow(customer)).length === 1)
  expect(await asksNow(customer)).toEqual([name(3)])
  await noneUnderWay(world)
  for (const [index, one] of names.entries())
    expect([one, draftsFor(customer, one), contactsNamed(customer, one)]).toEqual([
      one,
      index === 2 ? 0 : 1,
      1,
    ])
})

test('on a phone presses do the same, a double press answers once, and leaving loses nothing', async () => {
  const { customer, names } = await uncertainCustomers(world, 3)
  const [one, two, three] = names as [string, string, string]
  const page = await browser.openPage({ as: customer, width: 360, scheme: 'dark' })
  const queue = queueOn(page)
  await openQueue(page)
  await queue.shows(1, 3, one)
  await expectSoundInBothThemes(page)
  await queue.first.tap()
  await queue.button('Velg').dblclick()
  await queue.shows(2, 3, two)
  await expectSoundInBothThemes(page)
  await queue.button('Ta tilbake').tap()
  await queue.shows(1, 3, one)
  await queue.fresh.tap()
  await queue.button('Lag kunde').tap()
  await queue.shows(2, 3, two)
  await queue.button('Ta senere').tap()
  await queue.shows(3, 3, three)
  await queue.first.tap()
  await queue.button('Velg').tap()
  await queue.dialog.getByText('2 kunder besvart, 1 kunde utsatt').waitFor()
  await expectSoundInBothThemes(page)
  // The last answer is held when the page is left.
  await page.goto('/help')
  await until('both to be answered', async () => (await asksNow(customer)).join() === two)
  await noneUnderWay(world)
  expect([draftsFor(customer, one), draftsFor(customer, three)]).toEqual([1, 1])
  expect([contactsNamed(customer, one), contactsNamed(customer, three)]).toEqual([2, 1])
})

test('closing the tab or the queue sends the answer that is held', async () => {
  const { customer, names } = await uncertainCustomers(world, 2)
  const [one, two] = names as [string, string]
  const page = await browser.openPage({ as: customer })
  const queue = queueOn(page)
  await openQueue(page)
  await queue.shows(1, 2, one)
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await queue.shows(2, 2, two)
  await page.close({ runBeforeUnload: true })
  await until('the first to be answered', async () => (await asksNow(customer)).join() === two)
  const other = await browser.openPage({ as: customer })
  const again = queueOn(other)
  await openQueue(other)
  await again.shows(1, 1, two)
  await other.keyboard.press('1')
  await other.keyboard.press('Enter')
  await again.button('Lukk').last().click()
  await until('the second to be answered', async () => (await asksNow(customer)).length === 0)
})

test('of two tabs with the same customer the first answer holds, and the other is told', async () => {
  const { customer, names } = await uncertainCustomers(world, 2)
  const [one, two] = names as [string, string]
  const [page, other] = [
    await browser.openPage({ as: customer, expected: [/Failed to load/] }),
    await browser.openPage({ as: customer }),
  ]
  const [mine, theirs] = [queueOn(page), queueOn(other)]
  await openQueue(page)
  await openQueue(other)
  await mine.shows(1, 2, one)
  await theirs.shows(1, 2, one)
  await other.keyboard.press('1')
  await other.keyboard.press('Enter')
  await theirs.shows(2, 2, two)
  await other.keyboard.press('Escape')
  await until('the answer to be stored', async () => (await asksNow(customer)).join() === two)
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await mine.dialog.getByText(`${one} er alt besvart et annet sted`).waitFor()
  await noneUnderWay(world)
  expect([draftsFor(customer, one), contactsNamed(customer, one)]).toEqual([1, 1])
})

describe('while Fiken answers', () => {
  async function second(key: string, fault: NewFault) {
    const { customer, names } = await uncertainCustomers(world, 2)
    const [one, two] = names as [string, string]
    const page = await browser.openPage({ as: customer, expected: [/Failed to load/] })
    const queue = queueOn(page)
    await openQueue(page)
    await queue.shows(1, 2, one)
    await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await queue.shows(2, 2, two)
    world.vendors.faults.add(fault)
    await page.keyboard.press('s')
    return { customer, one, two, page, queue }
  }

  test('429, an answer is not lost: its customer comes back, with the reason', async () => {
    const { customer, one, two, page, queue } = await second('n', {
      vendor: 'fiken',
      kind: 'status',
      status: 429,
      retryAfter: 1,
      method: 'POST',
      path: '/contacts$',
    })
    await queue.dialog.getByText(`Svaret om ${one} ble ikke lagret`).waitFor()
    expect(await asksNow(customer)).toEqual([one, two])
    expect(contactsNamed(customer, one)).toBe(1)
    world.vendors.faults.clear()
    await queue.shows(2, 2, one)
    await expect.poll(() => queue.fresh.isChecked()).toBe(false)
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await until('it to be answered', async () => (await asksNow(customer)).join() === two)
    await noneUnderWay(world)
    expect([draftsFor(customer, one), contactsNamed(customer, one)]).toEqual([1, 1])
  })

  test('500, a contact that we know is chosen all the same', async () => {
    const { customer, one, two } = await second('1', {
      vendor: 'fiken',
      kind: 'status',
      status: 500,
      path: '/contacts/\\d+$',
    })
    await until('it to be answered', async () => (await asksNow(customer)).join() === two)
    world.vendors.faults.clear()
    await noneUnderWay(world)
    expect([draftsFor(customer, one), contactsNamed(customer, one)]).toEqual([1, 1])
  })
})

test('an answer that meets the end of the session is asked for again after the log-in', async () => {
  const { customer, names } = await uncertainCustomers(world, 2)
  const [one, two] = names as [string, string]
  const page = await browser.openPage({ as: customer, expected: [/Failed to load/] })
  const queue = queueOn(page)
  await openQueue(page)
  await queue.shows(1, 2, one)
  await page.keyboard.press('1')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await page.getByText('Token utløpt', { exact: true }).first().waitFor()
  expect(await asksNow(customer)).toEqual([one, two])
  await logIn(page.context(), world.url, customer.email)
  await page.goto('/transfers?velg=kunder')
  await queue.dialog.getByText(`Svaret om ${one} ble ikke lagret`).waitFor()
  await queue.shows(1, 2, one)
  await expect.poll(() => queue.first.isChecked()).toBe(false)
})

describe('an answer that was sent', () => {
  async function answered(invoices: boolean) {
    const { customer, names } = await uncertainCustomers(world, 1)
    if (invoices) {
      customer.tenant.company.invoiceCounter ??= 10_000
      await customer.visitor.call(saveConfiguration, { body: { invoiceCreationMode: 'invoice' } })
    }
    const page = await browser.openPage({ as: customer })
    const queue = queueOn(page)
    await openQueue(page)
    await queue.shows(1, 1, names[0] ?? '')
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await queue.button('Angre').waitFor()
    const { company } = customer.tenant
    await until('the job to be done', () =>
      invoices ? company.invoices.length > 0 : company.drafts.length > 0,
    )
    await noneUnderWay(world)
    return { page, queue, company, customer }
  }

  test('is undone with its draft', async () => {
    const { page, queue, company } = await answered(false)
    await page.keyboard.press('u')
    const question = page.getByRole('alertdialog')
    await question.getByText(/^Utkastet slettes i Fiken.* under Overføringer/).waitFor()
    await question.getByText(/glemmer du det under Kundevalg/).waitFor()
    await expectSoundInBothThemes(page)
    await question.getByRole('button', { name: 'Slett utkastet' }).click()
    await until('the draft to be gone', () => company.drafts.length === 0)
    await queue.dialog.getByText(/Sendt\./).waitFor({ state: 'detached' })
  })

  test('cannot be undone once it is an invoice, and says why', async () => {
    const { page, queue, company } = await answered(true)
    const before = company.invoices.length
    await page.keyboard.press('u')
    await queue.dialog
      .getByText(/^.*Jobben er fakturert \(faktura \d+\), og kan ikke angres/)
      .waitFor()
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
    expect(company.invoices.length).toBe(before)
  })
})
