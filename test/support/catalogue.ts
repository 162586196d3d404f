import type { Page } from 'playwright-core'
import { ACCOUNTS } from './catalogue-accounts.ts'
import { SETTINGS } from './catalogue-settings.ts'

/**
 * What a person is told around the road, as the two catalogues of the specification list it (part 1 §8, part 2 §8, with the validation
 * of §5): how a person or a vendor brings it about, what is then to be read, the click that mends it, and what is to be read after that.
 * Every row is brought about, read and mended in a browser; `test/catalogue.test.ts` fails on a row that is not.
 */
export interface CatalogueRow {
  how: string
  /** Whole texts; one that ends in "…" is the beginning of one. */
  says: readonly string[]
  mend: string
  /** Null: what was told first is gone. */
  then: string | null
}

export const CATALOGUE = { ...SETTINGS, ...ACCOUNTS }
export type RowKey = keyof typeof CATALOGUE

/** Rows as the name of the test that walks them. */
export function rows(...keys: readonly RowKey[]): string {
  return keys.map((key) => `${key} → «${CATALOGUE[key].says[0]}» → ${CATALOGUE[key].mend}`).join(' · ')
}

const shown = (page: Page, text: string) =>
  page
    .getByText(text.endsWith('…') ? new RegExp(`^${text.slice(0, -1)}`) : text, { exact: true })
    .filter({ visible: true })
    .first()

/** Everything that the row says is to be read. */
export async function reads(page: Page, key: RowKey): Promise<void> {
  for (const text of CATALOGUE[key].says) await shown(page, text).waitFor()
}

/** The row is mended: what is said then is to be read, or what was said is gone. */
export async function mended(page: Page, key: RowKey): Promise<void> {
  const { says, then }: CatalogueRow = CATALOGUE[key]
  if (then !== null) return shown(page, then).waitFor()
  await shown(page, says[0] ?? '').waitFor({ state: 'detached' })
}
