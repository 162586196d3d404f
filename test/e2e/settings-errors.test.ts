import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { revokeFiken } from '#shared/contracts/connections'
import { useBrowser } from '../support/browser/browser.ts'
import { SETTINGS } from '../support/catalogue/settings.ts'
import { CATALOGUE, fixed, reads, walkRows } from '../support/catalogue/index.ts'
import { readyCustomer } from '../support/people/customer.ts'
import { choose, connect, logInAt, menu, saved } from '../support/browser/screen.ts'
import { until } from '../support/wait.ts'
import { startWorld } from '../support/world/world.ts'

const world = await startWorld()
const customer = await readyCustomer(world)
const browser = useBrowser(() => world)

const FAILED_CALLS = [/Failed to load resource/]

async function open(hash = ''): Promise<Page> {
  const page = await browser.openPage({ as: customer, expected: FAILED_CALLS })
  await page.goto(`/configuration${hash}`)
  await page.getByText('Alle endringer er lagret').waitFor()
  return page
}

/** Confirms the company, as required after every new connection to Fiken. */
async function confirmCompany(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Fortsett med/ }).click()
  await page.getByText('Velg selskap for å fortsette').waitFor({ state: 'detached' })
}

function failing(fault: NewFault): () => void {
  const { faults } = world.vendors
  const { id } = faults.add({ status: 500, ...fault })
  return () => faults.remove(id)
}

/** Pause between the third and fourth request for the settings; the test moves the clock. */
const LONGEST_PAUSE_MS = 4_000

walkRows(SETTINGS, {
  'settings not saved': async () => {
    const page = await open()
    await page.context().setOffline(true)
    await page
      .getByLabel('Jobber som hentes', { exact: true })
      .selectOption('Jobber som venter på betaling')
    await reads(page, 'settings not saved')
    await page.context().setOffline(false)
    await saved(page, () => page.getByRole('button', { name: 'Lagre', exact: true }).click())
    await fixed(page, 'settings not saved')
  },
  'pause not lifted': async () => {
    await customer.visitor.tryCall(revokeFiken)
    const page = await open()
    await connect(page, 'Fiken', customer.tenant.user.email)
    await page.getByText('Velg selskap for å fortsette').waitFor()
    await page.route('**/api/config/clear-company-selection', (route) => route.abort())
    const { name } = customer.tenant.company.info
    await saved(page, () => choose(page.getByLabel('Selskap', { exact: true }), name))
    await reads(page, 'pause not lifted')
    await page.unroute('**/api/config/clear-company-selection')
    await confirmCompany(page)
    await fixed(page, 'pause not lifted')
  },
  'webhook not deleted': async () => {
    const page = await open('#webhooks')
    const first = page.getByRole('button', { name: /^Slett webhooken/ }).first()
    const remove = async () => {
      await first.click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
    }
    await first.waitFor()
    const isBack = failing({ vendor: 'servicem8', kind: 'status', path: '/webhook_subscriptions' })
    await remove()
    await reads(page, 'webhook not deleted')
    isBack()
    await remove()
    await fixed(page, 'webhook not deleted')
  },
  'consent refused': async () => {
    await customer.visitor.tryCall(revokeFiken)
    const page = await open()
    const popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Autoriser Fiken' }).click()
    const consent = await popup
    const closed = consent.waitForEvent('close')
    await consent.getByRole('button', { name: 'Avslå' }).click()
    await closed
    await reads(page, 'consent refused')
    await connect(page, 'Fiken', customer.tenant.user.email)
    await fixed(page, 'consent refused')
    await confirmCompany(page)
  },
  'consent not started': async () => {
    await customer.visitor.tryCall(revokeFiken)
    const page = await open()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Autoriser Fiken' }).click()
    await reads(page, 'consent not started')
    await page.context().setOffline(false)
    await connect(page, 'Fiken', customer.tenant.user.email)
    await fixed(page, 'consent not started')
    await page.goto('/configuration?vendor=fiken&auth_error=')
    await reads(page, 'consent failed without a reason')
    await customer.visitor.tryCall(revokeFiken)
    await page.goto('/configuration')
    await connect(page, 'Fiken', customer.tenant.user.email)
    await fixed(page, 'consent failed without a reason')
    await confirmCompany(page)
  },
  'consent failed without a reason': 'consent not started',
  'log-out from Fiken failed': async () => {
    const page = await open()
    const logOut = async () => {
      await page.getByRole('button', { name: 'Logg ut av Fiken' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Logg ut av Fiken' }).click()
    }
    await page.context().setOffline(true)
    await logOut()
    await reads(page, 'log-out from Fiken failed')
    await page.context().setOffline(false)
    await logOut()
    await fixed(page, 'log-out from Fiken failed')
    await connect(page, 'Fiken', customer.tenant.user.email)
    await confirmCompany(page)
  },
  'companies not loaded': async () => {
    const isBack = failing({ vendor: 'fiken', kind: 'status', path: '/companies$' })
    const page = await open()
    await reads(page, 'companies not loaded')
    isBack()
    await page
      .getByRole('region', { name: 'Fiken', exact: true })
      .getByRole('button', { name: 'Prøv igjen' })
      .click()
    await fixed(page, 'companies not loaded')
  },
  'no companies': async () => {
    const { user } = customer.tenant
    const had = user.companies
    user.companies = []
    const page = await open()
    await reads(page, 'no companies')
    user.companies = had
    await page.reload()
    await page.getByText('Alle endringer er lagret').waitFor()
    await fixed(page, 'no companies')
  },
  'bank accounts not loaded': async () => {
    const isBack = failing({ vendor: 'fiken', kind: 'status', path: '/bankAccounts' })
    const page = await open()
    await reads(page, 'bank accounts not loaded')
    isBack()
    await page
      .getByRole('region', { name: 'Fiken', exact: true })
      .getByRole('button', { name: 'Prøv igjen' })
      .click()
    await fixed(page, 'bank accounts not loaded')
  },
  'no bank accounts': async () => {
    const { company } = customer.tenant
    const had = company.bankAccounts
    company.bankAccounts = []
    const page = await open()
    await reads(page, 'no bank accounts')
    company.bankAccounts = had
    await page.reload()
    await page.getByText('Alle endringer er lagret').waitFor()
    await fixed(page, 'no bank accounts')
  },
  'test of ServiceM8 failed': async () => {
    const page = await open()
    const test = page
      .getByRole('region', { name: 'ServiceM8', exact: true })
      .getByRole('button', { name: 'Test tilkobling' })
    const isBack = failing({ vendor: 'servicem8', kind: 'status', status: 403, path: '/vendor' })
    await test.click()
    await reads(page, 'test of ServiceM8 failed')
    isBack()
    await test.click()
    await fixed(page, 'test of ServiceM8 failed')
  },
  'test of Fiken failed': async () => {
    const page = await open()
    const test = page
      .getByRole('region', { name: 'Fiken', exact: true })
      .getByRole('button', { name: 'Test tilkobling' })
    const isBack = failing({ vendor: 'fiken', kind: 'status', path: '/companies' })
    await test.click()
    await reads(page, 'test of Fiken failed')
    isBack()
    await test.click()
    await fixed(page, 'test of Fiken failed')
  },
  'settings not read': async () => {
    const page = await browser.openPage({ as: customer, expected: FAILED_CALLS })
    await page.clock.install()
    const away = {
      status: 502,
      contentType: 'text/html',
      body: '<html><h1>502 Bad Gateway</h1></html>',
    }
    let asked = 0
    for (const path of ['configuration', 'token-status']) {
      await page.route(`**/api/${path}`, (route) => {
        asked += path === 'configuration' ? 1 : 0
        return route.fulfill(away)
      })
    }
    await page.goto('/configuration')
    const gaveUp = page.getByText(CATALOGUE['settings not read'].says[0])
    await until('the screen to give up', async () => {
      await page.clock.runFor(LONGEST_PAUSE_MS)
      return gaveUp.isVisible()
    })
    expect(asked).toBe(4)
    await reads(page, 'settings not read')
    await reads(page, 'access not looked up')
    await page.unrouteAll()
    await page.getByRole('main').getByRole('button', { name: 'Prøv igjen' }).first().click()
    await fixed(page, 'access not looked up')
    await page.getByRole('main').getByRole('button', { name: 'Prøv igjen' }).click()
    await fixed(page, 'settings not read')

    await menu(page, 'Hjelp')
    await reads(page, 'common problems')
    await page.getByRole('link', { name: 'Gå til Konfigurasjoner' }).click()
    await fixed(page, 'common problems')
  },
  'access not looked up': 'settings not read',
  'common problems': 'settings not read',
  'settings without a session': async () => {
    const page = await open()
    await page.context().clearCookies()
    await page.reload()
    await page.goto('/configuration')
    await reads(page, 'settings without a session')
    await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
    await logInAt(page, customer.email)
    await fixed(page, 'settings without a session')
  },
})

test('while it is not known what is connected, nothing is called disconnected', async () => {
  const page = await browser.openPage({ as: customer, expected: FAILED_CALLS })
  await page.route('**/api/system-status', (route) => route.fulfill({ status: 502 }))
  await page.goto('/configuration')
  const main = page.getByRole('main')
  await main.getByText('Kunne ikke hente systemstatus').waitFor()
  expect(await main.getByText('Frakoblet').count()).toBe(0)
  expect(await main.getByRole('button', { name: /^Autoriser/ }).count()).toBe(0)
  await page.unroute('**/api/system-status')
  await main.getByRole('button', { name: 'Prøv igjen' }).click()
  await page.getByText('Alle endringer er lagret').waitFor()
  await expect.poll(() => main.getByText('Tilkoblet', { exact: true }).count()).toBe(2)
})
