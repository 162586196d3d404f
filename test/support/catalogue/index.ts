import type { Page } from 'playwright-core'
import { ACCOUNTS, PASSWORD_AGAIN, PROFILE } from './accounts.ts'
import { CUSTOMERS } from './customers.ts'
import { MANY_PRODUCTS, PRODUCTS } from './products.ts'
import { CONSENT_ON_A_PHONE, SETTINGS, WITHDRAWN } from './settings.ts'
import { walkEach, type Walks } from './walks.ts'

/**
 * A message shown to the user outside the transfers' own causes: how the user or a vendor triggers
 * the message, its text, the click that fixes the problem, and the text afterwards. A test file in
 * test/e2e triggers, reads and fixes each of these rows in a browser.
 */
export interface CatalogueRow {
  how: string
  /** The complete texts; a text that ends in "…" is only the beginning. */
  says: readonly string[]
  fix: string
  /** The text after the fix; null when the first text simply disappears. */
  then: string | null
}

export const CATALOGUE = {
  ...SETTINGS,
  ...CONSENT_ON_A_PHONE,
  ...WITHDRAWN,
  ...ACCOUNTS,
  ...PROFILE,
  ...PASSWORD_AGAIN,
  ...CUSTOMERS,
  ...PRODUCTS,
  ...MANY_PRODUCTS,
}
export type RowKey = keyof typeof CATALOGUE

const read = new Set<RowKey>()
const repaired = new Set<RowKey>()

export function walkRows<Key extends RowKey>(
  rows: Record<Key, CatalogueRow>,
  walks: Walks<NoInfer<Key>>,
): void {
  walkEach(rows, walks, [read, repaired])
}

const shown = (page: Page, text: string) =>
  page
    .getByText(text.endsWith('…') ? new RegExp(`^${text.slice(0, -1)}`) : text, { exact: true })
    .filter({ visible: true })
    .first()

export async function reads(page: Page, key: RowKey): Promise<void> {
  read.add(key)
  for (const text of CATALOGUE[key].says) await shown(page, text).waitFor()
}

/** Checks that the row's `then` text is shown or, if null, that the first text is gone. */
export async function fixed(page: Page, key: RowKey): Promise<void> {
  repaired.add(key)
  const { says, then }: CatalogueRow = CATALOGUE[key]
  if (then !== null) return shown(page, then).waitFor()
  await shown(page, says[0] ?? '').waitFor({ state: 'detached' })
}
