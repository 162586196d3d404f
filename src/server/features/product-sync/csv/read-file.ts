import { CsvError, parse } from 'csv-parse/sync'
import { MOST_LINES } from '#shared/contracts/products/csv'
import { PRODUCT_COLUMNS, type ProductColumn } from '#shared/csv/product-csv'
import { HttpError } from '../../../platform/http-error.ts'

/** A line of the file, by the columns that we know; trimmed. */
export interface FileLine {
  /** From 1, the head included. */
  line: number
  cells: Partial<Record<ProductColumn, string>>
}

const NAMES_A_PRODUCT: readonly ProductColumn[] = ['fikenId', 'servicem8Uuid', 'number']
const HOLDS_A_VALUE: readonly ProductColumn[] = [
  'servicem8Price',
  'fikenPrice',
  'servicem8Stock',
  'fikenStock',
]

/**
 * Reads a file of the product list, as it was taken out or as a spreadsheet has saved it: separated
 * by semicolons, tabs or commas, with the columns in any order and others among them.
 *
 * @throws HttpError 400 `not_a_product_file`
 */
export function readFile(text: string): FileLine[] {
  const rows = parsed(text)
  const [head = [], ...body] = rows
  const columns = head.map((name) => columnNamed(name))
  const has = (some: readonly ProductColumn[]) => columns.some((one) => one && some.includes(one))
  if (!has(NAMES_A_PRODUCT) || !has(HOLDS_A_VALUE))
    throw refused(
      'Filen mangler kolonnene. Last ned produktlisten her, endre tallene og velg den filen.',
    )
  if (body.length > MOST_LINES) throw refused('Filen har for mange linjer.')
  return body.map((row, index) => ({
    line: index + 2,
    cells: Object.fromEntries(
      columns.flatMap((column, place) => (column ? [[column, unquoted(row[place] ?? '')]] : [])),
    ),
  }))
}

function parsed(text: string): string[][] {
  const [head = ''] = text.split(/\r?\n/, 1)
  const delimiter = [';', '\t'].find((one) => head.includes(one)) ?? ','
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refused('Filen kan ikke leses. Lagre den som CSV og prøv igjen.')
  }
}

const COLUMNS = new Map(
  (Object.entries(PRODUCT_COLUMNS) as [ProductColumn, string][]).map(([key, name]) => [
    name.toLowerCase(),
    key,
  ]),
)
const columnNamed = (name: string) => COLUMNS.get(name.trim().toLowerCase())

/** The apostrophe that keeps a spreadsheet from running a text as a formula (shared/csv/csv.ts). */
const unquoted = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

const refused = (message: string) => new HttpError(400, 'not_a_product_file', message)
