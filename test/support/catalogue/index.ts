import type { Page } from 'playwright-core'
import { ACCOUNTS, PASSWORD_AGAIN, PROFILE } from './accounts.ts'
import { CUSTOMERS } from './customers.ts'
import { MANY_PRODUCTS, PRODUCTS } from './products.ts'
import { CONSENT_ON_A_PHONE, SETTINGS, WITHDRAWN } from './settings.ts'
import { walkEach, type Walks } from './walks.ts'

/**
 * What a person is told around the pipeline: how a person or a vendor brings it about, what is then
 * to be read, the click that fixes it, and what is to be read after that. Each part has a file of
 * test/e2e that walks its rows: brings them about, reads them and fixes them in a browser.
 */
export interface CatalogueRow {
  how: string
  /** Whole texts; one that ends in "…" is the beginning of one. */
  says: readonly string[]
  fix: string
  /** Null: what was shown first is gone. */
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

/** The tests of these rows. */
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

/** Everything that the row says is to be read. */
export async function reads(page: Page, key: RowKey): Promise<void> {
  read.add(key)
  for (const text of CATALOGUE[key].says) await shown(page, text).waitFor()
}

/** The row is fixed: what is said then is to be read, or what was said is gone. */
export async function fixed(page: Page, key: RowKey): Promise<void> {
  repaired.add(key)
  const { says, then }: CatalogueRow = CATALOGUE[key]
  if (then !== null) return shown(page, then).waitFor()
  await shown(page, says[0] ?? '').waitFor({ state: 'detached' })
}
