import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { until } from '../wait.ts'
import { PASSWORD } from './browser.ts'

export async function logInAt(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-postadresse').fill(email)
  await page.getByLabel('Passord', { exact: true }).fill(password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Logg inn' }).click()
}

export async function introduce(
  page: Page,
  { email, password = PASSWORD }: { email: string; password?: string },
): Promise<void> {
  const form = page.getByRole('tabpanel')
  await form.getByLabel('Fornavn').fill('Kari')
  await form.getByLabel('Etternavn').fill('Fjordvik')
  await form.getByLabel('E-postadresse').fill(email)
  await form.getByLabel('Passord', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Neste' }).click()
}

export async function register(page: Page, company: string): Promise<void> {
  const form = page.getByRole('tabpanel')
  await form.getByLabel('Firmanavn').fill(company)
  await form.getByLabel('Adresse').fill('Strandgaten 12')
  await form.getByLabel('Postnummer').fill('5013')
  await form.getByLabel('Poststed').fill('Bergen')
  await form.getByRole('button', { name: 'Opprett konto' }).click()
}

export async function menu(page: Page, screen: string): Promise<void> {
  if (!isPhone(page))
    return page
      .getByRole('navigation', { name: 'Hovedmeny' })
      .getByRole('link', { name: screen })
      .click()
  const sheet = page.getByRole('dialog', { name: 'Meny' })
  await page.getByRole('button', { name: 'Meny' }).tap()
  await sheet.getByRole('link', { name: screen }).tap()
  await sheet.waitFor({ state: 'detached' })
}

/** Opens a part of the configuration screen. */
export async function openPart(
  page: Page,
  part: 'Tilkoblinger' | 'Faktura' | 'Avansert',
): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Deler' }).getByRole('link', { name: part })
  await link.click()
  await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
}

/** Unfolds a rate of the VAT table and returns its fields. */
export async function openRate(page: Page, name: RegExp): Promise<Locator> {
  const rate = page.getByRole('group', { name })
  const line = rate.locator('button[aria-expanded]')
  await line.waitFor()
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
  await expect.poll(() => line.getAttribute('aria-expanded')).toBe('true')
  return rate
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768

export function rowOf(page: Page, list: string | RegExp, job: string): Locator {
  return page
    .getByRole('table', { name: list, exact: true })
    .locator('[data-row]')
    .filter({ hasText: job })
}

/** Expands the reason why the job is blocked; on a phone, the buttons are inside. */
export async function openCause(row: Locator): Promise<void> {
  const line = row.locator('button[aria-expanded]:not([aria-haspopup])')
  await line.waitFor({ state: 'attached' })
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
  await expect.poll(() => line.getAttribute('aria-expanded')).toBe('true')
}

/**
 * Starts a job from the menu of its row or drawer, where the start is while something else solves
 * what stops the job.
 */
export async function startFromMenu(place: Locator, label = 'Overfør nå'): Promise<void> {
  await place.getByRole('button', { name: /^Flere valg for/ }).click()
  await place.page().getByRole('menuitem', { name: label, exact: true }).click()
}

/** Connects a vendor through the consent pop-up or, on a phone, the consent page. */
export async function connect(
  page: Page,
  system: 'ServiceM8' | 'Fiken',
  as: string,
): Promise<void> {
  const button = page.getByRole('button', { name: `Autoriser ${system}` })
  if (isPhone(page)) {
    await button.tap()
    await page.getByLabel(as).check()
    await page.getByRole('button', { name: 'Gi tilgang' }).tap()
  } else {
    const popup = page.waitForEvent('popup')
    await button.click()
    const consent = await popup
    await consent.getByLabel(as).check()
    const closed = consent.waitForEvent('close')
    await consent.getByRole('button', { name: 'Gi tilgang' }).click()
    await closed
  }
  await button.waitFor({ state: 'detached' })
}

export async function saved(page: Page, act: () => Promise<unknown>): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/configuration') && response.request().method() === 'POST',
    ),
    act(),
  ])
  expect(answer.status()).toBe(200)
  await page.getByText('Alle endringer er lagret').waitFor()
}

export async function choose(select: Locator, part: string): Promise<void> {
  const option = select.locator('option').filter({ hasText: part }).first()
  await option.waitFor({ state: 'attached' })
  await select.selectOption((await option.getAttribute('value')) ?? '')
}

export async function textOf(locator: Locator): Promise<string> {
  return plain(await locator.innerText())
}

export function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Waits until the server has received the job; the screen itself refetches later. */
export async function arrived(page: Page, job: string): Promise<void> {
  const number = job.replace(/\D/g, '')
  await until(`${job} to arrive`, async () => {
    const rows = (await (await page.request.get('/api/transfers')).json()) as {
      servicem8Data: { generated_job_id?: string }
    }[]
    return rows.some((row) => row.servicem8Data.generated_job_id === number)
  })
}

const MANY = 60

/** Presses Tab, or Shift+Tab near the end of a page, until the element has the focus. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < MANY; presses += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${MANY} times ${key} did not reach ${target.toString()}`)
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}
