import type { Page } from 'playwright-core'
import { ACCOUNTS, PASSWORD_AGAIN, PROFILE } from './accounts.ts'
import { CUSTOMERS } from './customers.ts'
import { MANY_PRODUCTS, PRODUCTS } from './products.ts'
import { CONSENT_ON_A_PHONE, SETTINGS, WITHDRAWN } from './settings.ts'
import { walkEach, type Walks } from './walks.ts'

/**
 * A message shown around the pipeline: how the user or a vendor brings it about, the text, the
 * click that fixes it, and the text after that. Each part has a file of test/e2e that walks its
 * rows: brings them about, reads them and fixes them in a browser.
 */
export interface CatalogueRow {
  how: string
  /** Whole texts; a text that ends in "…" is only the beginning. */
  says: readonly string[]
  fix: string
  /** The text after the fix; null when the first one simply disappears. */
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

/** Makes a test of each of these rows. */
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

/** Checks that every text of the row is shown. */
export async function reads(page: Page, key: RowKey): Promise<void> {
  read.add(key)
  for (const text of CATALOGUE[key].says) await shown(page, text).waitFor()
}

/** Checks that the row is fixed: its later text is shown, or its first one is gone. */
export async function fixed(page: Page, key: RowKey): Promise<void> {
  repaired.add(key)
  const { says, then }: CatalogueRow = CATALOGUE[key]
  if (then !== null) return shown(page, then).waitFor()
  await shown(page, says[0] ?? '').waitFor({ state: 'detached' })
}
