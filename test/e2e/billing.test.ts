import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Bill } from '#shared/contracts/billing'
import { formatMonth, osloInstant } from '#shared/dates'
import { updateProfile } from '#shared/contracts/profile'
import { expectSoundInEveryLook, useBrowser } from '../support/browser/browser.ts'
import { smallTargets } from '../support/browser/targets.ts'
import {
  contactsOf,
  invoicesTo,
  loggedIn,
  moveTo,
  newSeller,
  newSubscriber,
  nextFirst,
  now,
  switchIntegration,
  type Account,
} from '../support/billing/seller.ts'
import { startTimedWorld } from '../support/people/person.ts'

/** Tests the operator's first month of billing. The test cases depend on each other, in order. */

const world = await startTimedWorld()
const browser = useBrowser(() => world)
moveTo(world, osloInstant('2027-01-15', 10))
let seller = await newSeller(world)
const customers: Account[] = []
for (const [index, companyName] of ['Ås Elektro AS', 'Bø Rør AS', 'Li Snekker AS'].entries()) {
  const customer = await newSubscriber(world)
  await customer.visitor.call(updateProfile, {
    body: {
      firstName: 'Kunde',
      lastName: `Nummer ${index}`,
      email: customer.email,
      companyName,
      ...(index === 1 ? { address: '' } : {}),
    },
  })
  customers.push(customer)
}

const panel = (width?: number): Promise<Page> => panelOf(width)

const panelOf = async (
  width?: number,
  before: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Page> => {
  seller = await loggedIn(world, seller)
  const page = await browser.openPage({
    as: seller,
    ...(width ? { width } : {}),
    expected: [/status of 409/],
  })
  await before(page)
  await page.goto('/admin')
  await page.getByRole('region', { name: 'Månedlig fakturering' }).waitFor()
  return page
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const toastSays = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('the operator chooses connection and price, and reads who starts before saving', async () => {
  const page = await panel()
  const run = page.getByRole('region', { name: 'Månedlig fakturering' })
  await run
    .getByText(
      'Fakturering er deaktivert. Aktiver i innstillinger for å kjøre månedlig fakturering.',
    )
    .waitFor()
  expect(await run.getByRole('button', { name: 'Kjør fakturering nå' }).isDisabled()).toBe(true)
  await run.getByText('Fakturaene lages i Fiken. Du sender dem til kundene derfra.').waitFor()
  await run.getByRole('button', { name: 'Bruk min Fiken-tilkobling' }).click()
  await page.getByRole('alertdialog', { name: 'Lage fakturaene med din tilkobling?' }).waitFor()
  await page.getByRole('button', { name: 'Bruk min tilkobling' }).click()
  await toastSays(page, 'Tilkoblingen er valgt')
  await toastSays(page, /^Fakturaene lages i (?!Fiken\.)/)

  await page.getByRole('button', { name: 'Konfigurer fakturering' }).click()
  const settings = dialog(page, 'Konfigurer fakturering')
  await settings.getByRole('switch', { name: 'Månedlig fakturering' }).click()
  await settings.getByText('3 abonnement starter og faktureres, første gang 01.02.2027.').waitFor()
  const price = settings.getByLabel('Månedspris (hele kroner uten MVA)')
  await price.fill('gratis')
  await settings.getByText('«gratis» er ikke et tall og regnes som 0 kroner.').waitFor()
  await settings.getByText('Med 0 kroner faktureres ingen.').waitFor()
  expect(await settings.getByRole('button', { name: 'Lagre' }).isDisabled()).toBe(true)
  await price.fill('1.000')
  await settings
    .getByText('Skriv prisen i hele kroner, bare med tall, for eksempel 1000.')
    .waitFor()
  expect(await settings.getByRole('button', { name: 'Lagre' }).isDisabled()).toBe(true)
  await price.fill('1')
  await settings.getByText('Prisen går fra 500 til 1 krone.').waitFor()
  await settings.getByText('Prisen er mindre enn en tredel av den gamle.').waitFor()
  expect(await settings.getByRole('button', { name: 'Lagre' }).isDisabled()).toBe(true)
  await price.fill('2000')
  await settings.getByText('Prisen er mer enn tre ganger så høy som før.').waitFor()
  await expectSoundInEveryLook(page)
  await price.fill('600')
  await settings.getByText('3 abonnement starter').waitFor()
  await settings.getByRole('button', { name: 'Lagre' }).click()
  await toastSays(page, 'Abonnementinnstillinger oppdatert')
  await page.getByText('600,00 kr/måned uten MVA').waitFor()
  await page.getByText('Neste kjøring').waitFor()
  await page.getByText('01.02.2027 kl. 09.00').waitFor()
  // The seller, who sends the bills, has no subscription that could be changed.
  const own = page
    .getByRole('region', { name: 'Alle abonnement' })
    .getByRole('listitem')
    .filter({ hasText: seller.email })
  await own.getByText('Lager fakturaene, og faktureres ikke selv').waitFor()
  expect(await own.getByRole('combobox').count()).toBe(0)
})

test('the test of a run says what would happen and whose data are missing', async () => {
  const page = await panel()
  await page
    .getByRole('region', { name: 'Alle abonnement' })
    .getByRole('combobox', { name: 'Status for Bø Rør AS' })
    .locator('option:checked')
    .filter({ hasText: 'Aktivt' })
    .waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Test fakturering' }).click()
  const results = dialog(page, 'Test av fakturering')
  await results.getByText('1 800,00 kr').waitFor()
  await results.getByText('Til stede').waitFor()
  await results.getByText('Bø Rør AS: adresse').waitFor()
  await expectSoundInEveryLook(page)
})

test('on the 1st two customers get an invoice, one stops, and it is sent when the address is there', async () => {
  const month = await nextFirst(world)
  const page = await panel()
  const bills = page.getByRole('region', { name: 'Fakturaer' })
  const bill = (name: string) => bills.getByRole('listitem').filter({ hasText: name })
  await bill('Ås Elektro AS').getByText('750,00 kr med MVA').waitFor()
  await bill('Ås Elektro AS').getByRole('link', { name: 'Åpne i Fiken' }).waitFor()
  await bill('Bø Rør AS').getByText('600,00 kr uten MVA').waitFor()
  await bill('Bø Rør AS')
    .getByText('Kunden mangler adresse. Det rettes i kundens profil; prøv så igjen.')
    .waitFor()
  await page.getByText('1 faktura har stoppet').waitFor()
  await expectSoundInEveryLook(page)

  const stopped = await loggedIn(world, customers[1]!)
  const own = await browser.openPage({ as: stopped })
  await own.goto('/profile')
  await own
    .getByText('Fakturaen kan ikke lages uten adresse. Fyll det inn under Profilinformasjon.')
    .waitFor()
  await own.getByLabel('Adresse', { exact: true }).fill('Storgata 1')
  await own.getByRole('button', { name: 'Lagre profilen' }).click()
  await toastSays(own, 'Profil oppdatert')

  await bills.getByRole('button', { name: 'Prøv igjen: Bø Rør AS' }).click()
  await bill('Bø Rør AS').getByRole('link', { name: 'Åpne i Fiken' }).waitFor()
  for (const customer of customers) {
    expect(invoicesTo(seller, customer)).toMatchObject([{ net: 60_000, gross: 75_000 }])
    expect(contactsOf(seller, customer)).toHaveLength(1)
  }
  await own.reload()
  await own.getByText(formatMonth(month)).waitFor()
  await own.getByText('750,00 kr med MVA').waitFor()
  await expectSoundInEveryLook(own)
})

test('a customer is cancelled after a question, on a phone, and starts again from the own profile', async () => {
  const page = await panel(360)
  const all = page.getByRole('region', { name: 'Alle abonnement' })
  await all.getByLabel('Søk i abonnement').fill('snekker')
  await all
    .getByRole('combobox', { name: 'Status for Li Snekker AS' })
    .selectOption({ label: 'Avsluttet' })
  await page.getByRole('alertdialog', { name: 'Avslutte abonnementet?' }).waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Avslutt abonnementet' }).tap()
  await toastSays(page, 'Abonnementet er endret')
  await all.getByText('Bestemt av administrator').waitFor()

  const former = await loggedIn(world, customers[2]!)
  const own = await browser.openPage({ as: former, width: 360 })
  await own.goto('/profile')
  await own.getByText('Abonnementet er avsluttet. Du får ingen nye fakturaer.').waitFor()
  await own.goto('/configuration')
  await own.getByText('Abonnementet er avsluttet, så integrasjonen koster ikke noe nå.').waitFor()
  await own.goto('/profile')
  await own.getByRole('button', { name: 'Start abonnementet igjen' }).tap()
  await own.getByRole('button', { name: 'Start igjen', exact: true }).tap()
  await toastSays(own, 'Abonnementet er startet')
  await own.getByText('Du betaler forskudd for hele måneden den 1.').waitFor()
  expect(await smallTargets(own)).toEqual([])
  expect(invoicesTo(seller, former)).toHaveLength(1)
})

test('beside the integration’s switch stands the price, and what switching on costs now', async () => {
  const customer = await loggedIn(world, customers[0]!)
  const page = await browser.openPage({ as: customer })
  await page.goto('/configuration')
  const card = page.getByRole('region', { name: 'Integrasjonsstatus' })
  await card.getByText('600,00 kr/måned uten MVA.').waitFor()
  // The page's session expires when the clock moves to the next month.
  await page.close()
  await switchIntegration(customer, false)
  const month = await nextFirst(world, customer)
  const later = await browser.openPage({ as: customer })
  await later.goto('/profile')
  await later.getByText('Integrasjonen var av den 1., så du betaler ikke.').waitFor()
  await later.goto('/configuration')
  await later
    .getByText(`Slår du på integrasjonen nå, får du faktura for ${formatMonth(month)}.`)
    .waitFor()
  expect(new Date(now(world)).getUTCFullYear()).toBe(2027)
})

test('a bill that has stopped is ended after a question, on a phone too, and one with a draft only once it is deleted in Fiken', async () => {
  const [, bare, drafted] = customers as [Account, Account, Account]
  const profile = { firstName: 'Kunde', lastName: 'Nummer', companyName: 'Bø Rør AS', address: '' }
  const { visitor } = await loggedIn(world, bare)
  await visitor.call(updateProfile, { body: { ...profile, email: bare.email } })
  seller.company.verifiedBankAccounts = []
  const month = await nextFirst(world)

  const wide = await panel()
  const billIn = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Fakturaer' }).getByRole('listitem').filter({ hasText: name })
  await billIn(wide, 'Bø Rør AS').getByText('Stoppet').waitFor()
  await wide.getByRole('button', { name: 'Ikke fakturer: Bø Rør AS' }).click()
  const question = wide.getByRole('alertdialog', { name: 'Ikke fakturere denne måneden?' })
  await question
    .getByText(`Bø Rør AS faktureres ikke for ${formatMonth(month)}, heller ikke senere.`)
    .waitFor()
  expect(await question.getByText('Det kan finnes et utkast').count()).toBe(0)
  await expectSoundInEveryLook(wide)
  await question.getByRole('button', { name: 'Ikke fakturer' }).click()
  await toastSays(wide, 'Måneden faktureres ikke.')
  await billIn(wide, 'Bø Rør AS').getByText('Faktureres ikke').waitFor()
  await billIn(wide, 'Li Snekker AS').getByText('Stoppet').waitFor()
  expect(await billIn(wide, 'Bø Rør AS').getByRole('button').count()).toBe(0)
  await expectSoundInEveryLook(wide)

  const phone = await panel(360)
  const end = async () => {
    await phone.getByRole('button', { name: 'Ikke fakturer: Li Snekker AS' }).tap()
    const asked = phone.getByRole('alertdialog', { name: 'Ikke fakturere denne måneden?' })
    await asked.getByText('Det kan finnes et utkast eller en faktura i Fiken').waitFor()
    expect(await smallTargets(phone)).toEqual([])
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await asked.getByRole('button', { name: 'Ikke fakturer' }).tap()
    await toastSays(phone, 'Vi ser først etter i Fiken.')
  }
  await end()
  await expectSoundInEveryLook(phone)
  await billIn(phone, 'Li Snekker AS').getByText('Utkastet ligger i Fiken').waitFor()
  await signsOnAPhone()
  seller.company.drafts = []
  await end()
  await billIn(phone, 'Li Snekker AS').getByText('Faktureres ikke').waitFor()
  await expectSoundInEveryLook(phone)
  for (const customer of [bare, drafted])
    expect(
      invoicesTo(seller, customer).filter(({ issueDate }) => issueDate.startsWith(month)),
    ).toEqual([])

  const own = await browser.openPage({ as: await loggedIn(world, drafted), width: 360 })
  await own.goto('/profile')
  const line = own.getByRole('listitem').filter({ hasText: formatMonth(month) })
  await line.getByText('Faktureres ikke').waitFor()
})

/**
 * Declares on a phone that the bill is not in Fiken. The response is changed as if the bill might
 * be in a Fiken company that is no longer accessible.
 */
async function signsOnAPhone(): Promise<void> {
  const page = await panelOf(360, async (opened) => {
    await opened.route(/monthly-billing\/bills\?/, async (route) => {
      const response = await route.fetch()
      const bills = (await response.json()) as Bill[]
      const closed = bills.map((bill) => ({
        ...bill,
        closedCompany: bill.status === 'failed' ? 'Gamle Selger AS' : null,
      }))
      await route.fulfill({ response, json: closed })
    })
  })
  await page.getByRole('button', { name: 'Ikke fakturer: Li Snekker AS' }).tap()
  const asked = page.getByRole('alertdialog', { name: 'Ikke fakturere denne måneden?' })
  await asked.getByText('kan ligge i «Gamle Selger AS» i Fiken').waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectSoundInEveryLook(page)
  await asked
    .getByRole('button', { name: 'Jeg har sett etter i Fiken: fakturaen finnes ikke' })
    .tap()
  // The server rejects the declaration, because it can look for the bill in Fiken itself.
  await toastSays(page, 'Vi kan se etter fakturaen i Fiken selv.')
  await page.close()
}

test('where billing cannot be read each card says so, nothing goes on loading, and it can be tried again', async () => {
  seller = await loggedIn(world, seller)
  const page = await browser.openPage({ as: seller, expected: [/status of 500/] })
  const billing = /\/api\/admin\/(subscription|monthly-billing)/
  await page.route(billing, (route) =>
    route.fulfill({ status: 500, json: { message: 'Noe gikk galt hos oss.', code: 'internal' } }),
  )
  await page.goto('/admin')
  const run = page.getByRole('region', { name: 'Månedlig fakturering' })
  await run.getByText('Kunne ikke hente faktureringen').waitFor()
  await page.getByText('Kunne ikke hente abonnementene').waitFor()
  await page.getByText('Laster fakturering...').waitFor({ state: 'detached' })
  await expectSoundInEveryLook(page)
  await page.unroute(billing)
  await run.getByRole('button', { name: 'Prøv igjen' }).click()
  await run.getByText('Neste kjøring').waitFor()
  await page.getByRole('region', { name: 'Fakturaer' }).waitFor()
})
