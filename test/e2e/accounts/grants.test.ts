import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Tenant } from '#sandbox/seed/tenants'
import { companies } from '#server/features/auth/tables'
import { readSession } from '#shared/contracts/auth'
import { readConfiguration } from '#shared/contracts/configuration'
import { readTokenStatus } from '#shared/contracts/connections'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { connect } from '../../support/browser/screen.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { newOffice, type Office } from '../../support/people/access/office.ts'
import { askForConsent } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

/** Walks with one authorisation at Fiken that several companies use. */

const world = await startWorld()
const browser = useBrowser(() => world)
const nameOf = ({ tenant }: Office['clients'][number]) => tenant.company.info.name

// Made before the consent pages are shown, because ServiceM8 is connected without a browser.
const numbered = ({ account, company }: Tenant, n: number) => {
  account.vendor.business_number = `94015522${n}`
  company.info.organizationNumber = account.vendor.business_number
}
const offices = [
  await newOffice(world, numbered),
  await newOffice(world, numbered),
  await newOffice(world, numbered),
  await newOffice(world, numbered),
]
const { db } = world.product.platform
for (const client of offices.flatMap(({ clients }) => clients))
  await db
    .update(companies)
    .set({ name: nameOf(client) })
    .where(eq(companies.id, client.id))
/** Returns an office that no test has used. */
const nextOffice = () => offices.shift()!
askForConsent(world)

const question = (page: Page) =>
  page.getByRole('dialog', { name: 'Bruk tilgangen for flere firmaer?' })

/** The accountant connects Fiken for the first client, and is asked about the others. */
async function connected(office: Office, width: number): Promise<Page> {
  const as = await office.accountant.call(readSession)
  const page = await browser.openPage({ as, width, expected: [/status of 409/] })
  await page.goto(`/configuration?company=${office.clients[0].id}#fiken`)
  await connect(page, 'Fiken', office.fikenUser)
  await question(page).waitFor()
  return page
}

test.each(seenAt([1280, 360]))(
  'who connects Fiken for one of several companies is asked once about the others, at %i px',
  async (width) => {
    const office = nextOffice()
    const [, second, third] = office.clients
    const page = await connected(office, width)
    const dialog = question(page)
    await dialog.getByText('Ingenting slås på av dette.').waitFor()
    await expectSoundInEveryLook(page)
    // Equal organisation numbers are proposed; nothing else is.
    const choice = dialog.getByLabel(nameOf(second))
    expect(await choice.inputValue()).toBe(second.tenant.company.slug)
    await dialog.getByText('Samme organisasjonsnummer.').first().waitFor()
    await dialog.getByLabel(nameOf(third)).selectOption('')
    await dialog.getByRole('button', { name: 'Bruk for 1 firma' }).click()
    await page.getByText('1 firma er koblet til Fiken').first().waitFor()
    expect((await second.owner.call(readTokenStatus)).fikenStatus).toBe('connected')
    expect(await second.owner.call(readConfiguration)).toMatchObject({
      fikenCompanySlug: second.tenant.company.slug,
      isActive: false,
    })
    expect((await third.owner.call(readTokenStatus)).fikenStatus).toBe('disconnected')
    await page.reload()
    await page.getByRole('heading', { name: 'Konfigurasjoner' }).waitFor()
    expect(await question(page).count()).toBe(0)
  },
)

test('a grant is ended from the profile, after a question that names what stops', async () => {
  const office = nextOffice()
  const [first, second, third] = office.clients
  const page = await connected(office, 1280)
  await question(page).getByLabel(nameOf(second)).selectOption(second.tenant.company.slug)
  await question(page).getByLabel(nameOf(third)).selectOption('')
  await question(page).getByRole('button', { name: 'Bruk for 1 firma' }).click()
  await page.getByText('1 firma er koblet til Fiken').first().waitFor()

  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Tilganger du har gitt' })
  await card.getByText(`Fiken: ${office.fikenUser}`).waitFor()
  await card.getByText(`Brukes av ${nameOf(first)} og ${nameOf(second)}.`).waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await card
    .getByRole('button', { name: `Trekk tilbake tilgangen til ${office.fikenUser}` })
    .click()
  const asked = page.getByRole('alertdialog')
  await asked.getByText(`Overføringene i ${nameOf(first)} og ${nameOf(second)} venter`).waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await asked.getByRole('button', { name: 'Trekk tilbake' }).click()
  await card.waitFor({ state: 'detached' })
  for (const { owner } of [first, second])
    expect((await owner.call(readTokenStatus)).fikenStatus).toBe('reauth_required')
})

test('the owner uses the access of a member for the company with the same number', async () => {
  const office = nextOffice()
  const [, , third] = office.clients
  const page = await connected(office, 1280)
  await question(page).getByRole('button', { name: 'Lukk' }).last().click()
  const as = await third.owner.call(readSession)
  const owners = await browser.openPage({ as })
  await owners.goto('/configuration#fiken')
  await owners.getByText('Kari Fjordvik kan gi firmaet tilgang til Fiken').waitFor()
  await owners.getByText(new RegExp(`Tilgangen gjelder ${nameOf(third)}`)).waitFor()
  await expectSoundInEveryLook(owners)
  await owners.setViewportSize({ width: 1280, height: 900 })
  await owners.getByRole('button', { name: 'Bruk tilgangen' }).click()
  await owners.getByText('Fiken er tilkoblet').first().waitFor()
  await owners.getByText('Konto: Kari', { exact: true }).waitFor()
})
