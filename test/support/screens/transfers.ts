import type { Page } from 'playwright-core'
import { menu, openCause, rowOf } from '../browser/screen.ts'
import { finishJob, WORK } from '../people/finished-jobs.ts'
import { seasonedCustomer, type SeasonedCustomer } from '../people/seasoned.ts'
import { transferOf } from '../world/world.ts'
import { escaped, heading, type ScreenWalk, type Stage } from './stage.ts'

async function list(page: Page, customer: SeasonedCustomer, seen: Stage['seen']): Promise<void> {
  const failed = rowOf(page, 'Overføringer', customer.failed)
  await failed.waitFor()
  await seen(page, 'the transfers')
  await openCause(failed)
  await seen(page, 'the cause of a transfer')
  await failed.getByRole('button', { name: /^Slett/ }).click()
  await page.getByRole('alertdialog').waitFor()
  await seen(page, 'the question before a transfer is deleted')
  await escaped(page, 'alertdialog')
  await page.getByRole('button', { name: 'Slett alle ventende' }).click()
  await page.getByRole('alertdialog').waitFor()
  await seen(page, 'the question before all that wait are deleted')
  await escaped(page, 'alertdialog')
  await page.getByLabel('Periode').selectOption({ label: 'Fra–til' })
  await page.getByLabel('Fra og med').waitFor()
  await seen(page, 'the days of a period')
  // The screen with the selection bar alone is not checked, because the bar covers content below it
  // and can hide half a button.
  await failed.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Hopp over' }).click()
  await page.getByText('Den blir ikke overført til Fiken.').waitFor()
  await seen(page, 'the question before the chosen are skipped')
  await escaped(page, 'alertdialog')
  await page.getByLabel('Søk etter jobb').fill('snøfreser')
  await page
    .getByText(/^Ingen overføringer/)
    .first()
    .waitFor()
  await seen(page, 'no transfer that is looked for')
}

async function drawers(page: Page, customer: SeasonedCustomer, seen: Stage['seen']): Promise<void> {
  const details = (job = '') => page.getByRole('button', { name: `Vis detaljer for ${job}` })
  await details(customer.failed).click()
  await page.getByRole('dialog').getByRole('list').last().waitFor()
  await seen(page, 'what is known of a failed transfer')
  await escaped(page)
  await details(customer.completed[0]).click()
  await page
    .getByRole('dialog')
    .getByRole('article', { name: 'Forhåndsvisning av fakturaen' })
    .waitFor()
  await seen(page, 'the draft as the invoice that it becomes')
  await page.getByRole('dialog').getByRole('button', { name: 'Angre' }).click()
  await page.getByRole('alertdialog').waitFor()
  await seen(page, 'the question before a draft is deleted')
  await escaped(page, 'alertdialog')
  await escaped(page)
  await details(customer.waiting).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Overfør nå' }).waitFor()
  await seen(page, 'what is known of a transfer that waits')
  await escaped(page)
}

export const TRANSFERS: Record<string, ScreenWalk> = {
  'of the transfers': async ({ world, open, seen }) => {
    const customer = await seasonedCustomer(world)
    const page = await open({ as: customer })
    await page.goto('/')
    await page.getByRole('button', { name: /^Feil/ }).click()
    await rowOf(page, /Feilede overføringer/, customer.failed).waitFor()
    await seen(page, 'the dashboard, with what has failed')
    await menu(page, 'Overføringer')
    await heading(page, 'Overføringer')
    await drawers(page, customer, seen)
    await list(page, customer, seen)
  },

  'that help, and that open over others': async ({ world, open, seen }) => {
    const customer = await seasonedCustomer(world)
    const page = await open({ as: customer })
    await page.goto('/errors')
    await page.getByRole('listitem').first().waitFor()
    await seen(page, 'the log')
    await menu(page, 'Hjelp')
    await heading(page, 'Hjelp')
    await seen(page, 'the help')
    const field = page.getByRole('searchbox', { name: 'Søk i hjelpen' })
    await field.fill('403')
    await page.getByText('Autoriser på nytt, og godta alle tillatelsene (scopes).').waitFor()
    await seen(page, 'what the help has about a word')
    await field.fill('snøfreser')
    await page.getByText('Ingen treff på «snøfreser»').first().waitFor()
    await seen(page, 'nothing in the help')

    await heading(page, 'Hjelp')
    await page.getByRole('heading', { name: 'Hjelp', level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Taster' }).getByText('Vis denne listen').waitFor()
    await seen(page, 'the list of keys')
    await escaped(page)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Gå til, finn eller gjør' })
    await palette.waitFor()
    await page.keyboard.type(customer.failed.replace('Jobb #', ''))
    await palette.getByRole('option', { name: new RegExp(customer.failed) }).waitFor()
    await seen(page, 'the palette')
    await escaped(page)
    await page.goto('/help#invalid_address')
    await page.locator('details#invalid_address').getByRole('link').first().waitFor()
    await seen(page, 'an entry of the help')
  },

  'on which a cause is put right': async ({ world, open, seen }) => {
    const customer = await seasonedCustomer(world)
    // More than two causes are collapsed into one line.
    const nobody = { company_uuid: '', job_address: '', billing_address: '' }
    for (const job of [
      finishJob(world, customer, {}, [{ ...WORK, quantity: '-1' }]),
      finishJob(world, customer, nobody),
    ])
      await transferOf(customer.visitor, job.uuid, 'failed')
    const page = await open({ as: customer })
    await page.goto('/transfers')
    const failed = rowOf(page, 'Overføringer', customer.failed)
    await failed.getByRole('button', { name: 'Velg MVA-type' }).click()
    const dialog = page.getByRole('dialog', { name: 'MVA-satsen er ikke koblet til Fiken' })
    // The only VAT type of the rate is chosen already.
    await dialog.getByRole('button', { name: /^Lagre og prøv/ }).waitFor()
    await seen(page, 'a rate that is mapped over the list')
    await escaped(page)
    await page.getByRole('button', { name: /årsaker$/ }).click()
    await page.getByRole('list', { name: 'Dette har stoppet' }).waitFor()
    await seen(page, 'all that has stopped')
  },
}
