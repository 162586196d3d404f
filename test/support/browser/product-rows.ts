import type { Locator, Page } from 'playwright-core'

/** The user's steps on the products screen, in the browser. */

export const productRow = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'Produkter', exact: true })
    .locator('[data-row]')
    .filter({ has: page.getByText(name, { exact: true }) })

/** Opens the screen with this search, which leaves one row or few. */
export async function openProducts(page: Page, query = ''): Promise<void> {
  await page.goto(`/product-sync${query}`)
  await page.getByRole('table', { name: 'Produkter', exact: true }).waitFor()
}

/** Chooses an action in the menu of a row. */
export async function chooseInRow(page: Page, name: string, item: string): Promise<void> {
  await productRow(page, name)
    .getByRole('button', { name: `Flere valg for ${name}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Turns the stock of a pair's row into a field. */
export async function editStock(page: Page, name: string): Promise<Locator> {
  await productRow(page, name)
    .getByRole('button', { name: `Endre lager for ${name}` })
    .click()
  return productRow(page, name).getByRole('textbox', { name: `Antall på lager: ${name}` })
}

export const trackedSwitch = (page: Page, name: string): Locator =>
  productRow(page, name).getByRole('switch', { name: `Lagerført i Fiken: ${name}` })
