import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { addContact } from '#sandbox/fiken/contacts'
import { localDate } from '#sandbox/world/local-time'
import { CREATE_CONTACTS, LINK_CUSTOMERS } from '#shared/contracts/customer-import'
import { listTasks } from '#shared/contracts/tasks'
import { expectSoundInEveryLook, overflow, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { hasFocus, tabTo, textOf } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { taskGate } from '../../support/browser/task-gate.ts'
import {
  compare,
  COMPARED,
  comparedCustomer,
  contactsNamed,
  linkButton,
  listChip,
  matchRow,
} from '../../support/browser/compared-customer.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import { newCustomer, type Customer } from '../../support/people/customer.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld } from '../../support/world/world.ts'

const gate = taskGate()

const world = await startWorld(daytime({ aroundTasks: gate.aroundTasks }))
afterEach(() => {
  gate.open()
})
const browser = useBrowser(() => world)

const [bjorg = '', tormod = ''] = COMPARED.uncertain
const [asne = '', per = ''] = COMPARED.missing
const start = (page: Page) => page.getByRole('button', { name: 'Sammenlign kundene' })
const again = (page: Page) => page.getByRole('button', { name: 'Sammenlign på nytt' })
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Kundene sammenlignes' })
const question = (page: Page) => page.getByRole('alertdialog', { name: /^Lage .* i Fiken\?$/ })
const box = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Velg ${name}`, exact: true })
const tasksOf = async ({ visitor }: Customer, kind: string) =>
  (await visitor.call(listTasks)).filter((task) => task.kind === kind)

async function compared(page: Page, customer: Customer, search = ''): Promise<void> {
  await compare(customer)
  await page.goto(`/customers/import${search}`)
  await page.getByText(/^Sammenlignet i dag kl\./).waitFor()
}

test.each(seenAt([360, 1280]))(
  'with the keyboard alone at %i pixels: compared, one chosen, and the missing made after a yes',
  async (width) => {
    const customer = await comparedCustomer(world)
    const page = await browser.openPage({ as: customer, width })
    const key = (name: string) => page.keyboard.press(name)
    await page.goto('/customers')
    const way = page.getByRole('link', { name: 'Koble kundene til Fiken' })
    await tabTo(page, way)
    await key('Enter')
    await page.getByRole('heading', { name: 'Koble kundene til Fiken', level: 1 }).waitFor()
    const before = customer.tenant.company.contacts.length
    await tabTo(page, start(page))
    await key('Enter')
    await matchRow(page, 'uncertain', bjorg).waitFor()
    expect(customer.tenant.company.contacts).toHaveLength(before)
    expect(await overflow(page)).toBe(0)
    expect(await textOf(matchRow(page, 'uncertain', bjorg))).toContain('100 %: samme navn')

    await tabTo(page, linkButton(page, bjorg))
    await key('Enter')
    await matchRow(page, 'uncertain', bjorg).waitFor({ state: 'detached' })
    await page.getByText(`«${bjorg}» er koblet til «${bjorg}» i Fiken.`).first().waitFor()
    await until('the focus to be on the next one', () => hasFocus(linkButton(page, tormod)))

    await page.reload()
    await tabTo(page, listChip(page, 'missing'))
    await key('Enter')
    await tabTo(page, box(page, per))
    await key('Space')
    await tabTo(page, page.getByRole('button', { name: 'Lag 1 i Fiken' }))
    await key('Enter')
    await question(page).getByText(`«${per}» slås opp der først.`).waitFor()
    await tabTo(page, question(page).getByRole('button', { name: 'Lag 1 i Fiken' }))
    await key('Enter')
    await page.getByText('Kunden er i Fiken', { exact: true }).first().waitFor()
    await matchRow(page, 'missing', per).waitFor({ state: 'detached' })
    expect(contactsNamed(customer, per)).toHaveLength(1)
    expect(contactsNamed(customer, asne)).toHaveLength(0)
    await tabTo(page, page.getByRole('link', { name: 'Kunder', exact: true }).last())
    await key('Enter')
    await page.getByRole('heading', { name: 'Kunder', level: 1 }).waitFor()
  },
)

test('the menu marks the customers there, and the palette leads there', async () => {
  const page = await browser.openPage({ as: await newCustomer(world) })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('koble kunde')
  await page
    .getByRole('group', { name: 'Gå til' })
    .getByRole('option', { name: 'Koble kundene til Fiken', exact: true })
    .click()
  await page.getByRole('heading', { name: 'Koble kundene til Fiken', level: 1 }).waitFor()
  const current = page.getByRole('navigation', { name: 'Hovedmeny' }).locator('[aria-current=page]')
  await expect.poll(() => current.allInnerTexts()).toEqual(['Kunder'])
})

test('what is not connected is said, with the way to where it is', async () => {
  const page = await browser.openPage({ as: await newCustomer(world) })
  await page.goto('/customers/import')
  await page.getByText('ServiceM8 er ikke koblet til').waitFor()
  expect(await start(page).count()).toBe(0)
  await expectSoundInEveryLook(page)
  await page.getByRole('link', { name: 'Koble til ServiceM8' }).click()
  await page.getByRole('heading', { name: 'Konfigurasjoner', level: 1 }).waitFor()
})

test('a double click compares once, and makes each contact once', async () => {
  const customer = await comparedCustomer(world)
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers/import')
  await start(page).dblclick()
  await listChip(page, 'missing').click()
  await page.getByRole('checkbox', { name: 'Velg alle på siden' }).click()
  const create = page.getByRole('button', { name: 'Lag 5 i Fiken' })
  await create.dblclick()
  await question(page).getByRole('button', { name: 'Lag 5 i Fiken' }).dblclick()
  await page.getByText('5 kunder er i Fiken og koblet.').first().waitFor()
  for (const name of COMPARED.missing) expect(contactsNamed(customer, name)).toHaveLength(1)
  expect(await tasksOf(customer, LINK_CUSTOMERS)).toHaveLength(1)
  expect(await tasksOf(customer, CREATE_CONTACTS)).toHaveLength(1)
  await page.getByText('Ingen kunder mangler i Fiken').waitFor()
  await page.getByRole('button', { name: 'Vis de usikre' }).click()
  await matchRow(page, 'uncertain', tormod).waitFor()
})

test.each(seenAt([1280, 360]))(
  'a reload during a comparison shows how far it is, with the lists there, at %i pixels',
  async (width) => {
    const customer = await comparedCustomer(world)
    const page = await browser.openPage({ as: customer, width, scheme: 'dark' })
    await compared(page, customer)
    gate.shut()
    await again(page).click()
    await progress(page).waitFor()
    await page.reload()
    await progress(page).waitFor()
    await page.getByText('Steg 1 av 3: Kundene i ServiceM8 hentes').waitFor()
    await matchRow(page, 'uncertain', bjorg).waitFor()
    await expect.poll(() => again(page).getAttribute('aria-busy')).toBe('true')
    expect(await overflow(page)).toBe(0)
    if (width === 360) expect(await smallTargets(page)).toEqual([])
    else await expectSoundInEveryLook(page)
    const cancelled = page.waitForResponse((answer) => answer.url().endsWith('/cancel'))
    await page.getByRole('button', { name: 'Avbryt' }).click()
    await cancelled
    gate.open()
    await page.getByText(/^Avbrutt i dag kl\./).waitFor()
    await progress(page).waitFor({ state: 'detached' })
    await matchRow(page, 'uncertain', bjorg).waitFor()
    await again(page).click()
    await page.getByText(/^Sammenlignet i dag kl\./).waitFor()
  },
)

test('when Fiken does not answer it says so, keeps the lists, and is started again', async () => {
  const customer = await comparedCustomer(world)
  const page = await browser.openPage({ as: customer })
  await compared(page, customer)
  world.vendors.faults.add({
    vendor: 'fiken',
    kind: 'status',
    status: 500,
    path: '/contacts$',
    who: customer.tenant.user.email,
  })
  await again(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Kundene ble ikke sammenlignet' })
  await alert.getByText(/^Kontaktene i Fiken ble ikke hentet\./).waitFor()
  await matchRow(page, 'uncertain', bjorg).waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  world.vendors.faults.clear()
  await alert.getByRole('button', { name: 'Prøv igjen' }).click()
  await alert.waitFor({ state: 'detached' })
  await page.getByText(/^Sammenlignet i dag kl\./).waitFor()
})

test('axe finds nothing before it is begun, in each list, and with the question open', async () => {
  const customer = await comparedCustomer(world)
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers/import')
  await start(page).waitFor()
  await expectSoundInEveryLook(page)
  await compared(page, customer)
  await matchRow(page, 'uncertain', bjorg).waitFor()
  await expectSoundInEveryLook(page)
  await listChip(page, 'linked').click()
  await matchRow(page, 'linked', 'Solheim Barnehage SA').waitFor()
  await expectSoundInEveryLook(page)
  await listChip(page, 'missing').click()
  await box(page, asne).click()
  await page.getByRole('button', { name: 'Lag 1 i Fiken' }).waitFor()
  await expectSoundInEveryLook(page)
  await page.getByRole('button', { name: 'Lag 1 i Fiken' }).click()
  await question(page).waitFor()
  await expectSoundInEveryLook(page)
})

test('on a phone everything that is pressed is big enough', async () => {
  const customer = await comparedCustomer(world)
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/customers/import')
  await start(page).waitFor()
  expect(await smallTargets(page)).toEqual([])
  await compared(page, customer)
  await matchRow(page, 'uncertain', bjorg).waitFor()
  expect(await smallTargets(page)).toEqual([])
  await listChip(page, 'linked').tap()
  await matchRow(page, 'linked', 'Solheim Barnehage SA').waitFor()
  expect(await smallTargets(page)).toEqual([])
  await listChip(page, 'missing').tap()
  await box(page, asne).tap()
  await page.getByRole('button', { name: 'Lag 1 i Fiken' }).waitFor()
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'Lag 1 i Fiken' }).tap()
  await question(page).waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  const sent = watchChanges(page)
  await question(page).getByRole('button', { name: 'Avbryt' }).tap()
  await question(page).waitFor({ state: 'detached' })
  expect(await sent()).toEqual([])
  expect(contactsNamed(customer, asne)).toHaveLength(0)
})

test('one that has come into Fiken since is left alone, and that is said', async () => {
  const customer = await comparedCustomer(world)
  const page = await browser.openPage({ as: customer })
  await compared(page, customer, '?list=missing')
  const { company } = customer.tenant
  const day = localDate(world.vendors.now())
  addContact(world.vendors, company, { name: asne, customer: true }, day)
  await box(page, asne).click()
  await box(page, per).click()
  await page.getByRole('button', { name: 'Lag 2 i Fiken' }).click()
  await question(page).getByRole('button', { name: 'Lag 2 i Fiken' }).click()
  const bar = page.getByRole('region', { name: 'Lag 2 kunder i Fiken' })
  const outcome = page.getByRole('dialog', { name: 'Slik gikk det' })
  await bar.or(outcome).first().waitFor()
  await until('the outcome', async () => {
    // Not click(), which would wait forever if the dialog opens by itself in the meantime.
    await bar.getByRole('button', { name: 'Vis hvilke' }).evaluateAll((found) => {
      for (const button of found) (button as HTMLElement).click()
    })
    return outcome.isVisible()
  })
  await outcome.getByText('1 kunde er i Fiken og koblet, 1 er ikke endret.').waitFor()
  // The dialog loads its items when it opens.
  await outcome.getByRole('listitem').filter({ hasText: asne }).waitFor()
  expect(await outcome.getByRole('listitem').count()).toBe(1)
  await outcome.getByRole('button', { name: 'Lukk' }).last().click()
  await listChip(page, 'uncertain').click()
  await linkButton(page, asne).waitFor()
  expect(contactsNamed(customer, asne)).toHaveLength(1)
  expect(contactsNamed(customer, per)).toHaveLength(1)
})

test('where the contact is gone in Fiken, the customer’s own row is a step away', async () => {
  const customer = await comparedCustomer(world)
  const { company } = customer.tenant
  await compare(customer)
  const [contact] = contactsNamed(customer, 'Solheim Barnehage SA')
  company.contacts = company.contacts.filter((one) => one !== contact)
  const page = await browser.openPage({ as: customer })
  await compared(page, customer)
  const row = matchRow(page, 'uncertain', 'Solheim Barnehage SA')
  await row.getByText('Koblet fra før til en kontakt som ikke er i Fiken lenger.').waitFor()
  await row.getByRole('link', { name: 'Åpne kunden Solheim Barnehage SA' }).click()
  await page
    .getByRole('button', { name: 'Rediger fakturaadressen til Solheim Barnehage SA' })
    .waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Solheim Barnehage SA')
})

test('fifty are on a page, and the address says which list and which page', async () => {
  const customer = await comparedCustomer(
    world,
    Array.from({ length: 55 }, (_, index) => `Gjest Nummer${index}`),
  )
  const page = await browser.openPage({ as: customer })
  await compared(page, customer)
  await listChip(page, 'missing').click()
  await page.getByText('1–50 av 60 kunder', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Side 2', exact: true }).click()
  await page.getByText('51–60 av 60 kunder', { exact: true }).waitFor()
  await expect.poll(() => page.url()).toMatch(/\?list=missing&page=2$/)
  await page.reload()
  await page.getByText('51–60 av 60 kunder', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Velg alle på siden' }).click()
  await page.getByRole('button', { name: 'Lag 10 i Fiken' }).waitFor()
  await page.getByRole('button', { name: 'Forrige side' }).click()
  await page.getByText('1–50 av 60 kunder', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Lag 10 i Fiken' }).count()).toBe(0)
})

test('what is refused is said, and the row stays', async () => {
  const customer = await comparedCustomer(world)
  const page = await browser.openPage({ as: customer, expected: [/Failed to load resource/] })
  await compared(page, customer)
  const refused = (url: string, status: number, message: string) =>
    page.route(url, (route) =>
      route.fulfill({ status, json: { code: 'refused', message } }).catch(() => undefined),
    )
  await refused('**/api/customers/import/choose', 404, 'Kontakten finnes ikke i Fiken.')
  await linkButton(page, bjorg).click()
  await page.getByText('Kunne ikke koble kunden', { exact: true }).first().waitFor()
  await page.getByText('Kontakten finnes ikke i Fiken.').first().waitFor()
  await refused('**/api/customers/import', 409, 'Velg selskap i Fiken under Konfigurasjoner først.')
  await again(page).click()
  await page.getByText('Kunne ikke starte sammenligningen', { exact: true }).waitFor()
  await matchRow(page, 'uncertain', bjorg).waitFor()
  await refused('**/api/customers/import/create', 404, 'Ingen av kundene mangler i Fiken lenger.')
  await listChip(page, 'missing').click()
  await box(page, per).click()
  await page.getByRole('button', { name: 'Lag 1 i Fiken' }).click()
  await question(page).getByRole('button', { name: 'Lag 1 i Fiken' }).click()
  await page.getByText('Kunne ikke lage kontaktene', { exact: true }).first().waitFor()
  await matchRow(page, 'missing', per).waitFor()
  expect(contactsNamed(customer, per)).toHaveLength(0)
  await refused('**/api/customers/import/rows?*', 502, '')
  await listChip(page, 'linked').click()
  await page.getByText('Kunne ikke hente listen').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await matchRow(page, 'linked', 'Solheim Barnehage SA').waitFor()
  await page.route('**/api/customers/import', (route) => route.fulfill({ status: 502, body: '' }))
  await page.reload()
  await page.getByText('Kunne ikke hente sammenligningen').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await matchRow(page, 'linked', 'Solheim Barnehage SA').waitFor()
})
