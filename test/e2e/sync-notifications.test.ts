import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { listFikenCompanies, testServicem8 } from '#shared/contracts/connections'
import { settled } from '../support/browser/at-rest.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { newCustomer, type Customer } from '../support/people/customer.ts'
import { menu, textOf } from '../support/browser/screen.ts'
import { until } from '../support/wait.ts'
import { consent, startWorld } from '../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

const toastOf = (page: Page) =>
  page.getByRole('region', { name: 'Varsler (F8)' }).getByRole('listitem')
const noticesOf = (page: Page) =>
  page.getByRole('region', { name: 'Synkroniseringsvarsler' }).getByRole('alert')

interface Trouble {
  /**
   * Creates the situation. The entries are in the order in which systems are connected and lost.
   */
  bring: (customer: Customer, page: Page) => unknown
  /** The texts of the synchronization's own notification and of any others shown with it. */
  notices: string[]
  /** The button that helps, in the last notification. */
  step?: string
  toast: string
  leads?: readonly [card: 'ServiceM8' | 'Fiken', button: string]
}

const agree = (vendor: 'servicem8' | 'fiken', { visitor, tenant }: Customer) =>
  consent(visitor, vendor, vendor === 'fiken' ? tenant.user.email : tenant.account.uuid)

const TROUBLES: Record<string, Trouble> = {
  authorize_servicem8: {
    bring: () => undefined,
    notices: ['Synkronisering feilet ServiceM8 er ikke autorisert.'],
    step: 'Koble til ServiceM8',
    toast: 'ServiceM8 er ikke autorisert Gå til Konfigurasjoner og koble til ServiceM8.',
    leads: ['ServiceM8', 'Autoriser ServiceM8'],
  },
  authorize_fiken: {
    bring: (customer) => agree('servicem8', customer),
    notices: ['Synkronisering feilet Fiken er ikke autorisert.'],
    step: 'Koble til Fiken',
    toast: 'Fiken er ikke autorisert Gå til Konfigurasjoner og koble til Fiken.',
    leads: ['Fiken', 'Autoriser Fiken'],
  },
  reauthorize_fiken: {
    bring: async (customer) => {
      await agree('fiken', customer)
      revokeSubject(world.vendors.state.fiken.oauth, customer.tenant.user.email)
      // A synchronization sends no request to Fiken, so another request discovers the revoked
      // grant.
      expect((await customer.visitor.tryCall(listFikenCompanies)).status).toBe(401)
    },
    notices: ['Synkronisering feilet Autorisasjonen for Fiken er utløpt.'],
    step: 'Godkjenn Fiken på nytt',
    toast:
      'Fiken-tilgangen er utløpt Autorisasjonen for Fiken har utløpt. Gå til Konfigurasjoner og autoriser på nytt.',
    leads: ['Fiken', 'Autoriser Fiken'],
  },
  reauthorize_servicem8: {
    bring: async (customer) => {
      await agree('fiken', customer)
      revokeSubject(world.vendors.state.servicem8.oauth, customer.tenant.account.uuid)
      expect(await customer.visitor.call(testServicem8)).toMatchObject({ connected: false })
    },
    notices: [
      'Synkronisering feilet Autorisasjonen for ServiceM8 er utløpt.',
      'ServiceM8-tilgangen er utløpt Autorisasjonen for ServiceM8 har utløpt. Gå til Konfigurasjoner og autoriser på nytt.',
    ],
    step: 'Godkjenn ServiceM8 på nytt',
    toast:
      'ServiceM8-tilgangen er utløpt Autorisasjonen for ServiceM8 har utløpt. Gå til Konfigurasjoner og autoriser på nytt.',
    leads: ['ServiceM8', 'Autoriser ServiceM8'],
  },
  'any other': {
    bring: async (customer) => {
      await agree('servicem8', customer)
      world.vendors.faults.add({
        kind: 'status',
        status: 503,
        vendor: 'servicem8',
        who: customer.tenant.account.uuid,
      })
    },
    notices: ['Synkronisering feilet ServiceM8 svarer ikke akkurat nå. Prøv igjen om litt.'],
    toast: 'Synkroniseringsfeil ServiceM8 svarer ikke akkurat nå. Prøv igjen om litt.',
  },
  'no network': {
    bring: (_customer, page) => page.context().setOffline(true),
    notices: ['Synkronisering feilet Kunne ikke kontakte server'],
    toast: 'Nettverksfeil Kunne ikke kontakte server',
  },
}

test('a sync that fails says why in a notification and a toast, and the toast links to the card where it can be fixed', async () => {
  const customer = await newCustomer(world)
  const page = await browser.openPage({
    as: customer,
    // On the configuration screen, webhooks and companies cannot be read without grants; the page
    // can request them before it knows.
    expected: [
      /status of (409|503) .*\/api\/sync/,
      /status of 401 .*\/api\/(servicem8\/webhooks|fiken\/companies)/,
      /ERR_INTERNET_DISCONNECTED/,
    ],
  })
  await page.goto('/')
  for (const [action, { bring, notices, step, toast, leads }] of Object.entries(TROUBLES)) {
    await bring(customer, page)
    await page.getByRole('button', { name: 'Synkroniser nå' }).click()
    await until(
      `the toast of ${action}`,
      async () =>
        (await toastOf(page).count()) === 1 && (await textOf(toastOf(page))).startsWith(toast),
    )
    // Error messages stay until they are dismissed. Each message contains a time, which is not
    // compared.
    const said = await noticesOf(page).all()
    const texts = await Promise.all(
      said.map(async (notice) => (await textOf(notice)).replace(/ \d{2}[:.]\d{2} /, ' ')),
    )
    const helps = step ? ` ${step}` : ''
    expect([action, texts]).toEqual([
      action,
      notices.map(
        (words, index) => `${words}${index === notices.length - 1 ? helps : ''} Prøv igjen`,
      ),
    ])
    const button = toastOf(page).getByRole('button', { name: 'Gå til Konfigurasjoner' })
    expect([action, await button.count()]).toEqual([action, leads ? 1 : 0])
    // Playwright would wait for a button that something lies over.
    await page.getByRole('button', { name: 'Synkroniser nå' }).click({ trial: true })
    if (leads) {
      const [card, offered] = leads
      await button.click()
      await page.waitForURL(`**/configuration#${card.toLowerCase()}`)
      const region = page.getByRole('region', { name: card, exact: true })
      await region.getByRole('button', { name: offered }).waitFor()
      await until(`${card} to have the focus`, () =>
        region.evaluate((section) => section === document.activeElement),
      )
      await menu(page, 'Dashboard')
    } else {
      for (const notice of said) await notice.getByRole('button', { name: 'Lukk varsel' }).click()
      await toastOf(page).getByRole('button', { name: 'Lukk varsel' }).click()
    }
  }
  await page.context().setOffline(false)
})

test('a sync that ends well says so once: the toast with what was found, while the notification fills its bar', async () => {
  const customer = await newCustomer(world)
  await agree('servicem8', customer)
  await agree('fiken', customer)
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sync' }).tap()
  const notice = page
    .getByRole('region', { name: 'Synkroniseringsvarsler' })
    .getByRole('status')
    .filter({ hasText: '100% fullført' })
  await notice.waitFor()
  expect((await textOf(notice)).replace(/\d{2}[:.]\d{2}/, 'kl')).toBe(
    'Synkronisering kl Ferdig 100% fullført',
  )
  await until('the toast', async () =>
    (await textOf(toastOf(page))).startsWith('Synkronisering fullført Alt er oppdatert.'),
  )
  await notice.waitFor({ state: 'detached' })
})

test('a toast disappears when it is swiped 50 pixels to the right with a thumb, and springs back from fewer', async () => {
  const page = await browser.openPage({
    width: 360,
    as: await newCustomer(world),
    expected: [/status of 409 .*\/api\/sync/],
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sync' }).tap()
  const toast = toastOf(page)
  await toast.waitFor()
  const touch = await page.context().newCDPSession(page)
  const swipe = async (pixels: number) => {
    const box = await toast.boundingBox()
    if (!box) throw new Error('the toast is gone')
    const [x, y] = [Math.round(box.x) + 60, Math.round(box.y + 12)]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (const moved of [0.4, 0.7, 1]) {
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: x + Math.round(pixels * moved), y }],
      })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe(49)
  await until(
    'the toast to be back in its place',
    async () => (await toast.getAttribute('data-swipe')) === 'cancel',
  )
  await settled(page)
  expect(await toast.count()).toBe(1)
  await swipe(-80)
  await settled(page)
  expect(await toast.count()).toBe(1)
  await swipe(50)
  await toast.waitFor({ state: 'detached' })
})

test('a toast does not lie over the menu of a phone', async () => {
  const page = await browser.openPage({
    width: 360,
    as: await newCustomer(world),
    expected: [/status of 409 .*\/api\/sync/],
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sync' }).tap()
  await toastOf(page).waitFor()
  await page.getByRole('button', { name: 'Meny' }).tap()
  // Playwright would wait for a button that something lies over.
  const logOut = page.getByRole('dialog', { name: 'Meny' }).getByRole('button', { name: 'Logg ut' })
  await logOut.tap({ trial: true, timeout: 3_000 })
})
