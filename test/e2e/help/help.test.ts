import { expect, test } from 'vitest'
import { CAUSE_CODES, CAUSES } from '#shared/causes/index'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { hasFocus } from '../../support/browser/screen.ts'
import { seasonedCustomer } from '../../support/people/seasoned.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld({
  env: { OPERATOR_NAME: 'Bro AS', OPERATOR_EMAIL: 'hjelp@bro.example' },
})
const customer = await seasonedCustomer(world)
const browser = useBrowser(() => world)

test('every cause that may stand on a job is explained in the help', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/help')
  await page.getByRole('heading', { name: 'Når noe har stoppet' }).waitFor()
  for (const code of CAUSE_CODES) {
    const entry = page.locator(`#${code}`)
    expect(await entry.textContent()).toContain(CAUSES[code].title)
    expect(await entry.textContent()).toContain(CAUSES[code].explanation)
  }
})

test('a word, a code or the sentence on a row finds its entry; without a hit there is somebody to ask', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/help')
  const field = page.getByRole('searchbox', { name: 'Søk i hjelpen' })
  await field.waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => hasFocus(field)).toBe(true)
  await field.fill('REGNSKAPSÅRET åpent')
  await page.getByRole('heading', { name: 'Regnskapsåret er ikke åpent i Fiken' }).waitFor()
  await field.fill('missing_number_series')
  await page.getByRole('heading', { name: '1 treff' }).waitFor()
  await page.getByRole('heading', { name: 'Fakturanummerserien er ikke startet i Fiken' }).waitFor()
  await field.fill('403')
  await page.getByText('Autoriser på nytt, og godta alle tillatelsene (scopes).').waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await field.fill('kundevalg')
  await page.getByText('«Glem» tar et valg tilbake').waitFor()
  await field.fill('snøfreser')
  await page.getByText('Ingen treff på «snøfreser»').first().waitFor()
  const contact = page.getByRole('link', { name: 'hjelp@bro.example' })
  await expect.poll(() => contact.getAttribute('href')).toMatch(/^mailto:hjelp@bro\.example\?/)
  await expectSoundInEveryLook(page)
  await page.getByRole('button', { name: 'Vis hele hjelpen' }).click()
  await page.getByRole('heading', { name: 'Kom i gang' }).waitFor()
})

test('who has access is explained, and leads to where it is given', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/help')
  const field = page.getByRole('searchbox', { name: 'Søk i hjelpen' })
  for (const word of ['invitere', 'overdra', 'flere firmaer', 'mine firma', 'avstemt', 'roller']) {
    await field.fill(word)
    await page.getByRole('heading', { name: 'Tilgang og firmaer' }).waitFor()
  }
  await page.getByRole('button', { name: 'Vis hele hjelpen' }).click()
  await page.getByRole('link', { name: 'Gå til Tilgang' }).click()
  await page
    .getByRole('region', { name: 'Tilgang', exact: true })
    .getByText('Overdra firmaet')
    .waitFor()
})

test('who receives the invoices is explained, and leads to the customers', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/help')
  await page.getByText('Hvem som får fakturaen').waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Gå til Kunder' }).click()
  await page.getByRole('heading', { name: 'Kunder', level: 1, exact: true }).waitFor()
})

test('opened on a phone, an entry is whole and nothing is wider than the screen', async () => {
  const page = await browser.openPage({ width: 360, as: customer })
  await page.goto('/help#invalid_address')
  await page.locator('details#invalid_address').getByRole('link').first().waitFor()
  await expectSoundInEveryLook(page)
})

test('where the operator has given no address, none is named', async () => {
  await world.restart({ OPERATOR_EMAIL: '' })
  const page = await browser.openPage({ as: customer })
  await page.goto('/help')
  await page.getByText('Denne installasjonen har ingen adresse for hjelp ennå.').waitFor()
  expect(await page.locator('a[href^="mailto:"]').count()).toBe(0)
  await page.goto('/privacy')
  await page.getByText('Adressen er ikke oppgitt ennå.').waitFor()
  expect(await page.getByText('72 timer').count()).toBe(0)
  expect(await page.locator('a[href^="mailto:"]').count()).toBe(0)
  const stranger = await browser.openPage()
  await stranger.goto('/')
  await stranger.getByText(/^Drives av /).waitFor()
  expect(await stranger.getByRole('link', { name: 'Kontakt' }).count()).toBe(0)
})
