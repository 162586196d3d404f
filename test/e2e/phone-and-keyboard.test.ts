import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createTenant } from '#sandbox/seed/tenants'
import { overflow, PASSWORD, useBrowser } from '../support/browser/browser.ts'
import { CONSENT_ON_A_PHONE } from '../support/catalogue/settings.ts'
import { fixed, reads, walkRows } from '../support/catalogue/index.ts'
import { askForConsent, complete, openJobs } from '../support/people/customer.ts'
import { hasFocus, openPart, rowOf, saved, tabTo } from '../support/browser/screen.ts'
import { seasonedCustomer } from '../support/people/seasoned.ts'
import { startWorld } from '../support/world/world.ts'

const world = await startWorld()
const customer = await seasonedCustomer(world)
const browser = useBrowser(() => world)

describe('on a phone', () => {
  test('every screen is reached through the slide-out menu, and none is wider than the phone', async () => {
    const page = await browser.openPage({ width: 360, as: customer })
    await page.goto('/')
    await rowOf(page, 'Nylige overføringer', customer.failed).waitFor()
    expect(await overflow(page)).toBe(0)
    for (const screen of ['Konfigurasjoner', 'Overføringer', 'Logg', 'Hjelp', 'Dashboard']) {
      await slideTo(page, screen)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      expect([screen, await overflow(page)]).toEqual([screen, 0])
    }
  })

  test('no screen is wider than the phone while it is loading', async () => {
    const page = await browser.openPage({ width: 360, as: customer })
    await page.route(
      /\/api\/(transfers|stats|system-status|overview|activity-logs|reconciliation)/,
      () => undefined,
    )
    for (const path of ['/', '/transfers', '/reconciliation', '/errors']) {
      await page.goto(path)
      await page.locator('.animate-pulse').first().waitFor()
      expect([path, await overflow(page)]).toEqual([path, 0])
    }
  })

  test('a visitor finds the way from the landing page to the registration form', async () => {
    const page = await browser.openPage({ width: 360 })
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await overflow(page)).toBe(0)
    const pictures = await page.getByRole('figure').getByRole('img').all()
    expect(pictures).toHaveLength(5)
    for (const picture of pictures) {
      await picture.scrollIntoViewIfNeeded()
      const width = () =>
        picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
      await expect.poll(width).toBeGreaterThan(0)
    }
    await page.getByRole('link', { name: 'Opprett konto' }).first().tap()
    await page.getByLabel('Fornavn').waitFor()
    expect(await overflow(page)).toBe(0)
  })

  test('a transfer is opened in the drawer, read, and closed again', async () => {
    const page = await browser.openPage({ width: 360, as: customer })
    await page.goto('/transfers')
    await rowOf(page, 'Overføringer', customer.failed).getByText('Kunde:').tap()
    const drawer = page.getByRole('dialog', { name: customer.failed })
    await drawer.getByText('Ferge for servicebil').waitFor()
    await drawer.getByRole('heading', { name: 'Hendelser' }).waitFor()
    expect(await overflow(page)).toBe(0)
    await drawer.getByRole('button', { name: 'Lukk' }).tap()
    await drawer.waitFor({ state: 'detached' })
    await page.getByLabel('Status').selectOption('Feil')
    await rowOf(page, 'Overføringer', customer.completed[0]!).waitFor({ state: 'detached' })
  })

  test('settings are changed and save automatically', async () => {
    const page = await browser.openPage({ width: 360, as: customer })
    await page.goto('/configuration')
    await page
      .getByRole('region', { name: 'Fiken', exact: true })
      .getByText('Tilkoblet', { exact: true })
      .waitFor()
    await openPart(page, 'Faktura')
    const products = page.getByRole('switch', { name: 'Opprett produkter automatisk i Fiken' })
    await saved(page, () => products.tap())
    await page.reload()
    await products.waitFor()
    await expect.poll(() => products.isChecked()).toBe(false)
  })
})

test('on a tablet no screen is wider than the window, and each name is on one line', async () => {
  const page = await browser.openPage({ width: 768, as: customer })
  for (const path of [
    '/',
    '/configuration',
    '/transfers',
    '/reconciliation',
    '/customers',
    '/customers/import',
    '/errors',
    '/profile',
    '/help',
  ]) {
    await page.goto(path)
    const name = page.getByRole('heading', { level: 1 })
    await name.waitFor()
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    const lines = await name.evaluate((h1) =>
      Math.round(h1.clientHeight / Number.parseFloat(getComputedStyle(h1).lineHeight)),
    )
    expect([path, lines, await overflow(page)]).toEqual([path, 1, 0])
  }
})

describe('with the keyboard alone', () => {
  test('log in, find a transfer, read it, and delete it after a confirmation', async () => {
    const page = await browser.openPage()
    await page.goto('/')
    await tabTo(page, page.getByRole('link', { name: 'Logg inn' }).first())
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel('E-postadresse'))
    await page.keyboard.type(customer.email)
    await tabTo(page, page.getByLabel('Passord', { exact: true }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await tabTo(page, page.getByRole('link', { name: 'Overføringer' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()

    const details = page.getByRole('button', { name: `Vis detaljer for ${customer.waiting}` })
    await tabTo(page, details)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: customer.waiting })
    await drawer.getByRole('heading', { name: 'Hendelser' }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(details)).toBe(true)

    await tabTo(
      page,
      rowOf(page, 'Overføringer', customer.waiting).getByRole('button', { name: 'Slett' }),
    )
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: `Slette ${customer.waiting}?` })
    await question.waitFor()
    await expect.poll(() => hasFocus(question.getByRole('button', { name: 'Avbryt' }))).toBe(true)
    await tabTo(page, question.getByRole('button', { name: 'Slett' }))
    await page.keyboard.press('Enter')
    await rowOf(page, 'Overføringer', customer.waiting).waitFor({ state: 'detached' })
    await page.getByText('Transfer slettet').first().waitFor()
  })
})

walkRows(CONSENT_ON_A_PHONE, {
  'on the way to consent': async () => {
    askForConsent(world)
    const tenant = createTenant(world.vendors, 'Tommel Rør AS')
    const thumb = { tenant, email: 'tommel@example.no', visitor: world.visitor() }
    complete(world, thumb, openJobs(thumb)[0] ?? '')
    const page = await browser.openPage({ width: 360, scheme: 'dark' })
    const press = async (target: Locator, key = 'Enter') => {
      await tabTo(page, target)
      await page.keyboard.press(key)
    }
    const agree = async (as: string) => {
      // Tab stops only once at a group of radio buttons; the arrow keys choose a button in the
      // group.
      await tabTo(page, page.getByRole('radio', { checked: true }))
      while (!(await hasFocus(page.getByLabel(as)))) await page.keyboard.press('ArrowDown')
      await press(page.getByRole('button', { name: 'Gi tilgang' }))
    }
    await page.goto('/')
    await press(page.getByRole('link', { name: 'Opprett konto' }).first())
    const write = async (answers: Record<string, string>) => {
      for (const [label, value] of Object.entries(answers)) {
        await tabTo(page, page.getByLabel(label, { exact: true }))
        await page.keyboard.type(value)
      }
      await page.keyboard.press('Enter')
    }
    const { email } = thumb
    await write({ Fornavn: 'Kari', Etternavn: 'Tommel', 'E-postadresse': email, Passord: PASSWORD })
    await page.getByRole('heading', { name: 'Bedriften din' }).waitFor()
    await write({
      Firmanavn: 'Tommel Rør AS',
      Adresse: 'Kaien 1',
      Postnummer: '5003',
      Poststed: 'Bergen',
    })

    await page.getByText('0 av 7 steg er gjort').waitFor()
    await press(page.getByRole('button', { name: 'Autoriser ServiceM8' }))
    await reads(page, 'on the way to consent')
    await agree(tenant.account.vendor.name)
    await fixed(page, 'on the way to consent')
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/')
    await press(page.getByRole('button', { name: 'Autoriser Fiken' }))
    await agree(tenant.user.email)
    await press(page.getByRole('button', { name: `Bruk ${tenant.company.info.name}` }))
    const go = async (screen: string) => {
      await press(page.getByRole('button', { name: 'Meny' }))
      await press(page.getByRole('dialog', { name: 'Meny' }).getByRole('link', { name: screen }))
    }
    await go('Konfigurasjoner')
    await press(page.getByRole('link', { name: 'Faktura', exact: true }))
    const unconfirmed = page.getByRole('button', { name: /Må bekreftes/ })
    await unconfirmed.first().waitFor()
    for (const line of await unconfirmed.all()) {
      if ((await line.getAttribute('aria-expanded')) === 'false') await press(line)
    }
    const zero = page.getByLabel('Jeg bekrefter at salg uten MVA føres slik')
    await zero.first().waitFor()
    for (const box of await zero.all()) await press(box, 'Space')
    await press(page.getByRole('button', { name: 'Lagre', exact: true }))
    await page.getByText('MVA-tabellen er lagret').first().waitFor()
    await press(page.getByRole('link', { name: 'Tilkoblinger' }))
    await saved(page, async () => {
      await tabTo(page, page.getByLabel('Jobber som hentes', { exact: true }))
      await page.keyboard.type('Alle')
    })

    await go('Dashboard')
    await press(page.getByRole('button', { name: 'Prøv nå' }))
    const trial = page.getByRole('dialog', { name: 'Prøveoverføring' })
    await trial.getByText('Å betale').waitFor()
    expect(await overflow(page)).toBe(0)
    await page.keyboard.press('Escape')
    await press(page.getByRole('button', { name: 'Slå på', exact: true }))
    await page.getByText('Integrasjonen er slått på').first().waitFor()
    expect(await overflow(page)).toBe(0)
  },
})

async function slideTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('button', { name: 'Meny' }).tap()
  await page.getByRole('dialog', { name: 'Meny' }).getByRole('link', { name: screen }).tap()
  await page.getByRole('dialog', { name: 'Meny' }).waitFor({ state: 'detached' })
}
