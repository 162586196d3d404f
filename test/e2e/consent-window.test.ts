import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { askForConsent, newCustomer, type Customer } from '../support/people/customer.ts'
import { startWorld } from '../support/world/world.ts'

/**
 * Tests the consent pop-up, which goes to another origin and back. Browsers separate a pop-up from
 * its opener when their opener policies differ, so the test needs a real browser and real origins:
 * the vendors listen on separate ports.
 */

const world = await startWorld()
askForConsent(world)
const browser = useBrowser(() => world)

/** Records, for the last page of each consent, whether `window.opener` was still available. */
async function noteOpeners(context: BrowserContext): Promise<boolean[]> {
  const noted: boolean[] = []
  await context.exposeBinding('__opener', (_source, there: boolean) => noted.push(there))
  await context.addInitScript(() => {
    if (window.location.pathname !== '/oauth/complete') return
    const { __opener } = window as unknown as { __opener: (there: boolean) => void }
    __opener(window.opener !== null)
  })
  return noted
}

async function approve(page: Page, customer: Customer): Promise<void> {
  await page.goto('/configuration')
  const popup = page.waitForEvent('popup')
  await page
    .getByRole('region', { name: 'Fiken', exact: true })
    .getByRole('button', { name: 'Autoriser Fiken' })
    .click()
  const consent = await popup
  const user = consent.getByLabel(customer.tenant.user.email)
  await user.waitFor()
  expect(new URL(consent.url()).origin).not.toBe(world.url)
  await user.check()
  await consent.getByRole('button', { name: 'Gi tilgang' }).click()
}

test('the window that returns from Fiken still knows the page that opened it, notifies it, and closes', async () => {
  const customer = await newCustomer(world)
  const page = await browser.openPage({ as: customer })
  const noted = await noteOpeners(page.context())
  await approve(page, customer)
  await page.getByText('Fiken er tilkoblet').first().waitFor()
  expect(noted).toEqual([true])
  await expect.poll(() => page.context().pages().length).toBe(1)
})

test('where the vendor cuts the link to the page that opened it, the page is notified all the same', async () => {
  const customer = await newCustomer(world)
  const page = await browser.openPage({ as: customer })
  const noted = await noteOpeners(page.context())
  await page.context().route(
    (url) => url.origin !== world.url,
    async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 })
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'cross-origin-opener-policy': 'same-origin' },
      })
    },
  )
  await approve(page, customer)
  await page.getByText('Fiken er tilkoblet').first().waitFor()
  await page
    .getByRole('region', { name: 'Fiken', exact: true })
    .getByText('Tilkoblet', { exact: true })
    .waitFor()
  expect(noted).toEqual([false])
})
