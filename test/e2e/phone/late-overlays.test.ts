import { expect, test } from 'vitest'
import { TOAST_MS } from '../../../src/web/ui/toast-store.ts'
import { accessibilityProblems, useBrowser } from '../../support/browser/browser.ts'
import { readyCustomer } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests a phone that failed to load the code of dialogs and toasts. */

const world = await startWorld()
const customer = await readyCustomer(world)
const browser = useBrowser(() => world)

test('a phone that loses its network at once still reads what failed, and what was pressed opens when it is back', async () => {
  const page = await browser.openPage({
    as: customer,
    width: 360,
    expected: [/Failed to load resource/],
  })
  // Disables the toast's timeout, because a busy machine can be slower than the toast's duration.
  await page.addInitScript((ms) => {
    const real = window.setTimeout
    window.setTimeout = ((act: TimerHandler, after?: number, ...rest: unknown[]) =>
      after === ms ? 0 : real(act, after, ...rest)) as typeof setTimeout
  }, TOAST_MS)
  const overlays = '**/assets/overlays-*'
  await page.route(overlays, (route) => route.abort())
  await page.goto('/configuration')
  await page.getByText('Alle endringer er lagret').waitFor()
  await page.context().setOffline(true)

  await page
    .getByLabel('Jobber som hentes', { exact: true })
    .selectOption('Jobber som venter på betaling')
  const failed = page.getByRole('alert').filter({ hasText: 'Feil ved lagring' })
  await failed.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await failed.getByRole('button', { name: 'Lukk varsel' }).tap()
  await failed.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Logg ut av Fiken' }).tap()
  await page.getByText('Vinduet åpnes når du har nett igjen.').waitFor()
  await page.unroute(overlays)
  // Requests can fail in the first moments after the network is back.
  await page.route(overlays, (route) => route.abort(), { times: 1 })
  await page.context().setOffline(false)
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Avbryt' }).tap()
  await dialog.waitFor({ state: 'detached' })
})
