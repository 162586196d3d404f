import { recordActivity } from '#server/features/activity-log/record'
import { administrator } from '../people/admin/administrator.ts'
import { crowd } from '../people/admin/crowd.ts'
import { readyCustomer } from '../people/customer.ts'
import { failingFor, finishJob } from '../people/finished-jobs.ts'
import { transferOf } from '../world/world.ts'
import { until } from '../wait.ts'
import { escaped, heading, type ScreenWalk } from './stage.ts'

export const OPERATORS: Record<string, ScreenWalk> = {
  'of an administrator': async ({ world, open, seen }) => {
    const { db } = world.product.platform
    await crowd(db, 12, new Date())
    const admin = await administrator(world)
    const description = `Jobb 1: ${'kontoen finnes ikke i Fiken, '.repeat(4)}`
    await recordActivity(db, {
      companyId: admin.id,
      actor: null,
      type: 'error',
      action: 'job_skipped',
      description,
      success: false,
      at: new Date(),
    })
    const customer = await readyCustomer(world)
    const isOver = failingFor(world, customer, {
      kind: 'status',
      method: 'POST',
      path: '/invoices/drafts',
      status: 400,
      body: 'html',
    })
    await transferOf(customer.visitor, finishJob(world, customer).uuid, 'failed')
    isOver()

    const page = await open({ as: admin, expected: [/Failed to load resource/] })
    await page.goto('/admin')
    await page.getByRole('table', { name: 'Aktivitetslogg' }).waitFor()
    await page.getByRole('region', { name: 'Månedlig fakturering' }).waitFor()
    await seen(page, 'the panel')
    await page
      .getByRole('button', { name: /^Slett / })
      .first()
      .click()
    await page.getByRole('alertdialog').waitFor()
    await seen(page, 'the question before a user is deleted')
    await escaped(page, 'alertdialog')
    await page.getByRole('button', { name: 'Konfigurer fakturering' }).click()
    const settings = page.getByRole('dialog', { name: 'Konfigurer fakturering' })
    await settings.getByLabel('Månedspris (hele kroner uten MVA)').fill('gratis')
    await settings.getByText(/^«gratis» er ikke et tall/).waitFor()
    await seen(page, 'a price that is no number')
    await escaped(page)
    await page.getByRole('searchbox', { name: 'Søk i brukerne' }).fill('finnes ikke noe sted')
    await page.getByText('Ingen brukere matchet søket').waitFor()
    await seen(page, 'no user who is looked for')

    await page.getByRole('main').getByRole('link', { name: 'Drift' }).click()
    await heading(page, 'Drift')
    const again = page.getByRole('button', { name: /^Prøv \d igjen$/ })
    await again.waitFor()
    await seen(page, 'the operation')
    await again.click()
    await page.getByRole('alertdialog').waitFor()
    await seen(page, 'the question before all are tried again')
    await escaped(page, 'alertdialog')
  },

  'of the administration, without an answer or a right': async ({ world, open, seen }) => {
    const expected = [/Failed to load resource/]
    const page = await open({ as: await administrator(world), expected })
    await page.clock.install()
    await page.goto('/help')
    await heading(page, 'Hjelp')
    await page.route(/\/api\/admin\//, (route) => route.fulfill({ status: 502, body: '' }))
    await page.getByRole('link', { name: 'Admin Panel' }).click()
    const gaveUp = page.getByText('Kunne ikke laste brukerne', { exact: true })
    await until('the panel to give up', async () => {
      await page.clock.runFor(4_000)
      return gaveUp.isVisible()
    })
    await seen(page, 'a panel without an answer')
    await page.getByRole('main').getByRole('link', { name: 'Drift' }).click()
    const without = page.getByText('Kunne ikke hente driften', { exact: true })
    await until('the operation to give up', async () => {
      await page.clock.runFor(4_000)
      return without.isVisible()
    })
    await seen(page, 'an operation without an answer')
    const other = await open({ as: await readyCustomer(world), expected })
    await other.goto('/admin')
    await other.getByRole('heading', { name: 'Ingen tilgang' }).waitFor()
    await seen(other, 'a panel for which somebody has no right')
  },
}
