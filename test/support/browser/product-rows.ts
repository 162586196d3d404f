import type { Locator, Page } from 'playwright-core'

export const productRow = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'Produkter', exact: true })
    .locator('[data-row]')
    .filter({ has: page.getByText(name, { exact: true }) })

export async function openProducts(page: Page, query = ''): Promise<void> {
  await page.goto(`/product-sync${query}`)
  await page.getByRole('table', { name: 'Produkter', exact: true }).waitFor()
}

export async function chooseInRow(page: Page, name: string, item: string): Promise<void> {
  await productRow(page, name)
    .getByRole('button', { name: `Flere valg for ${name}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function editStock(page: Page, name: string): Promise<Locator> {
  await productRow(page, name)
    .getByRole('button', { name: `Endre lager for ${name}` })
    .click()
  return productRow(page, name).getByRole('textbox', { name: `Antall på lager: ${name}` })
}

export const trackedSwitch = (page: Page, name: string): Locator =>
  productRow(page, name).getByRole('switch', { name: `Lagerført i Fiken: ${name}` })
