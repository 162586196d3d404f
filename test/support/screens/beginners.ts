import type { Page } from 'playwright-core'
import { memberships } from '#server/features/auth/tables'
import { readSession } from '#shared/contracts/auth'
import { menu } from '../browser/screen.ts'
import { complete, newCustomer, openJobs, readyCustomer } from '../people/customer.ts'
import { until } from '../wait.ts'
import { addCompany } from '../world/add-company.ts'
import { signUp } from '../world/world.ts'
import { PASSWORD } from '../browser/browser.ts'
import { escaped, heading, type ScreenWalk } from './stage.ts'

async function profile(page: Page, seen: (page: Page, state: string) => Promise<void>) {
  await page.getByRole('link', { name: 'Min profil' }).click()
  await heading(page, 'Min profil')
  await page.getByRole('switch', { name: 'Ukesoppsummering' }).waitFor()
  await seen(page, 'the profile')
  const details = page.getByRole('region', { name: 'Profilinformasjon' })
  await details.getByLabel('Fornavn').fill('')
  await details.getByLabel('E-postadresse').fill('kari@')
  await details.getByRole('button', { name: 'Lagre profilen' }).click()
  const card = page.getByRole('region', { name: 'Passord' })
  const change = card.getByRole('button', { name: 'Endre passord' })
  await change.click()
  await card.getByLabel('Nåværende passord', { exact: true }).fill(PASSWORD)
  await card.getByLabel('Nytt passord', { exact: true }).fill('kort')
  await card.getByLabel('Gjenta nytt passord', { exact: true }).fill('noe annet')
  await change.click()
  await card.getByText(/^Passordene stemmer ikke overens/).waitFor()
  await seen(page, 'the profile, with errors')
  await menu(page, 'Dashboard')
  await page.getByRole('alertdialog', { name: 'Ulagrede endringer' }).waitFor()
  await seen(page, 'the question about what was not saved')
  await escaped(page, 'alertdialog')
  await page.getByRole('button', { name: 'Slett kontoen min' }).click()
  await page.getByRole('alertdialog').waitFor()
  await seen(page, 'the question before an account is deleted')
}

const SCREENS = [
  'Dashboard',
  'Konfigurasjoner',
  'Overføringer',
  'Avstemming',
  'Kunder',
  'Produktsynkronisering',
  'Logg',
  'Min profil',
]

export const BEGINNERS: Record<string, ScreenWalk> = {
  'of somebody who has just registered': async ({ world, open, seen }) => {
    const page = await open({ as: await newCustomer(world) })
    await page.goto('/')
    await page.getByText('Ingen overføringer ennå').waitFor()
    await seen(page, 'the dashboard before anything')
    await menu(page, 'Konfigurasjoner')
    await heading(page, 'Konfigurasjoner')
    await page.getByRole('button', { name: 'Autoriser Fiken' }).waitFor()
    await seen(page, 'the configuration before anything')
    await menu(page, 'Overføringer')
    await heading(page, 'Overføringer')
    await page
      .getByText(/^Ingen overføringer/)
      .first()
      .waitFor()
    await seen(page, 'no transfers')
    await menu(page, 'Avstemming')
    await page.getByText('ServiceM8 er ikke koblet til').waitFor()
    await seen(page, 'the reconciliation before anything')
    await menu(page, 'Kunder')
    await page.getByText('Ingen kunder funnet').waitFor()
    await seen(page, 'no customers')
    await page.getByRole('link', { name: 'Koble kundene til Fiken' }).click()
    await page.getByText('ServiceM8 er ikke koblet til').waitFor()
    await seen(page, 'no customers to compare')
    await menu(page, 'Produktsynkronisering')
    await page.getByText('Produktsynkronisering ikke tilgjengelig').waitFor()
    await seen(page, 'no products')
    await menu(page, 'Logg')
    await heading(page, 'Logg')
    await page.getByRole('list', { name: 'Systemstatus' }).waitFor()
    await seen(page, 'the log before anything')
    await profile(page, seen)
  },

  'of somebody who has not switched on yet': async ({ world, open, seen }) => {
    const customer = await readyCustomer(world, { activate: false })
    complete(world, customer, openJobs(customer)[0] ?? '')
    const page = await open({ as: customer })
    await page.goto('/')
    await page
      .getByRole('button', { name: 'Prøv nå' })
      .or(page.getByRole('button', { name: 'Prøv igjen' }))
      .waitFor()
    await seen(page, 'the steps that are left')
    await page
      .getByRole('button', { name: 'Prøv nå' })
      .or(page.getByRole('button', { name: 'Prøv igjen' }))
      .click()
    await page.getByRole('dialog').getByText('Å betale').waitFor()
    await seen(page, 'the trial of a transfer')
  },

  'of somebody with two companies': async ({ world, open, seen }) => {
    const visitor = await signUp(world, { email: 'to-firma@example.no' })
    const { id: personId } = await visitor.call(readSession)
    const { db } = world.product.platform
    const companyId = await addCompany(db)
    await db.insert(memberships).values({ companyId, personId, role: 'accountant' })
    const page = await open({ as: { email: 'to-firma@example.no' }, expected: [/409/] })
    await page.goto('/mine-firma')
    await heading(page, 'Mine firma')
    await page.getByRole('button', { name: 'Last ned CSV' }).waitFor()
    await seen(page, 'the list of companies')
  },
  'when the server does not answer': async ({ world, open, seen }) => {
    const page = await open({
      as: await readyCustomer(world),
      expected: [/Failed to load resource/],
    })
    await page.clock.install()
    await page.goto('/help')
    await heading(page, 'Hjelp')
    await page.route(/\/api\/(?!session\/user|events)/, (route) =>
      route.fulfill({ status: 502, body: 'Bad Gateway' }),
    )
    const again = page.getByRole('main').getByRole('button', { name: 'Prøv igjen' }).first()
    for (const screen of SCREENS) {
      await page.getByRole('link', { name: screen, exact: true }).first().click()
      await page.waitForFunction((name) => document.title.startsWith(name), screen)
      await until(`${screen} to give up`, async () => {
        await page.clock.runFor(4_000)
        return again.isVisible()
      })
      await seen(page, `${screen} without an answer`)
    }
  },
}
