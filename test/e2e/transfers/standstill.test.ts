import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import { askForConsent, readyCustomer, type Customer } from '../../support/people/customer.ts'
import { failingFor, finishJob } from '../../support/people/finished-jobs.ts'
import { connect, menu } from '../../support/browser/screen.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld()
askForConsent(world)
const browser = useBrowser(() => world)

const EXPECTED = [/Failed to load resource/]

const lead = (page: Page, headline: RegExp): Locator =>
  page
    .getByRole('main')
    .locator('div:has(> div > p > strong)')
    .filter({ has: page.locator('strong', { hasText: headline }) })

const indicator = (page: Page) => page.getByRole('status').filter({ hasText: 'sist synkronisert' })
const systems = (page: Page) => page.getByRole('region', { name: 'Systemstatus' })

async function dismissFirstDraft(page: Page): Promise<void> {
  const announced = page.getByRole('region', { name: 'Ditt første utkast ligger i Fiken' })
  await announced.getByRole('button', { name: 'Lukk' }).click()
  await announced.waitFor({ state: 'detached' })
}

async function used(): Promise<Customer> {
  const customer = await readyCustomer(world)
  await transferOf(customer.visitor, finishJob(world, customer).uuid, 'completed')
  return customer
}

test('an access that dies in use is shown as such, and after it is approved again the company must be chosen', async () => {
  const customer = await used()
  const { user, company } = customer.tenant
  const page = await browser.openPage({ as: customer, expected: EXPECTED })
  await page.goto('/')
  await systems(page).getByText('Tilkoblet og aktiv').waitFor()
  await dismissFirstDraft(page)

  revokeSubject(world.vendors.state.fiken.oauth, user.email)
  const job = finishJob(world, customer)
  const approve = page.getByRole('link', { name: 'Godkjenn Fiken på nytt' })
  await approve.waitFor()
  await indicator(page).getByText('Ikke konfigurert: tilgang utløpt').waitFor()
  await systems(page).getByText('Token utløpt', { exact: true }).waitFor()
  await systems(page).getByText('Delvis tilkoblet').waitFor()
  expect(await page.getByText('neste forsøk').count()).toBe(0)
  expect(await page.getByText('Integrasjonen er ikke satt opp ennå').count()).toBe(0)
  await expectSound(page)

  await approve.click()
  await page.getByText('1 jobb venter.').waitFor()
  await connect(page, 'Fiken', user.email)
  await page.getByRole('dialog').getByRole('button', { name: 'Avbryt' }).click()
  await menu(page, 'Konfigurasjoner')
  const card = page.getByRole('region', { name: 'Integrasjonsstatus' })
  await card.getByText('På pause til selskapet i Fiken er valgt').waitFor()
  expect(await card.getByText('Aktiv', { exact: true }).count()).toBe(0)
  await expectSound(page)

  await page.goto('/errors')
  const integration = page.getByRole('list', { name: 'Systemstatus' }).getByRole('listitem').last()
  await integration.getByText('På pause').waitFor()
  await integration.getByRole('link', { name: 'Velg selskap i Fiken' }).waitFor()
  expect(await integration.getByText('Fullførte jobber overføres').count()).toBe(0)
  await expectSound(page)

  await menu(page, 'Dashboard')
  const paused = lead(
    page,
    /^På pause til selskapet er valgt\. 1 jobb trenger deg, .* er overført i dag\.$/,
  )
  await paused.waitFor()
  await indicator(page).getByText('På pause').waitFor()
  expect(await systems(page).getByText('Tilkoblet og aktiv').count()).toBe(0)
  await expectSound(page)
  await paused.getByRole('button', { name: 'Velg selskap' }).click()
  const question = page.getByRole('dialog', { name: 'Velg selskap i Fiken' })
  await question
    .locator('option:checked', { hasText: company.info.name })
    .waitFor({ state: 'attached' })
  await question.getByRole('button', { name: 'Bekreft og prøv 1 jobb' }).click()
  await systems(page).getByText('Tilkoblet og aktiv').waitFor()
  await transferOf(customer.visitor, job.uuid, 'completed')
  await lead(page, /^Alt i orden\. /).waitFor()
})

test('while Fiken does not answer, the dashboard says that transfers wait for it and continue automatically', async () => {
  const customer = await used()
  const page = await browser.openPage({
    as: customer,
    expected: EXPECTED,
    width: 360,
    scheme: 'dark',
  })
  await page.goto('/')
  await dismissFirstDraft(page)
  await lead(page, /^Alt i orden\. /).waitFor()
  failingFor(world, customer, { kind: 'status', status: 503, retryAfter: 30_000 })
  finishJob(world, customer)
  const silent = lead(page, /^Fiken svarer ikke\. .*1 venter\.$/)
  await silent
    .getByText('Overføringene venter, og går av seg selv når Fiken svarer igjen.')
    .waitFor()
  await silent.getByRole('button', { name: 'Vis ventende' }).waitFor()
  await expectSound(page)
})
