import { CsvError, parse, type Parser } from 'csv-parse'
import { MOST_LINES } from '#shared/contracts/products/csv'
import { formatCount } from '#shared/counts'
import { PRODUCT_COLUMNS, type ProductColumn } from '#shared/csv/product-csv'
import type { FileBody } from '../../../platform/http/file-body.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { inSlices } from '../../../platform/fairness/slices.ts'

export interface FileLine {
  /** The line number, from 1, including the header line. */
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

/** The maximum number of cells in a line; a spreadsheet can have additional columns. */
const MOST_CELLS = 200
const LONGEST_LINE = 32_768
const MOST_BREAKS = 5 * MOST_LINES
const PIECE = 512

export type FileText = AsyncIterable<string> | readonly string[] | Generator<string>

/**
 * Reads a product list file, as downloaded or as saved by a spreadsheet: separated by semicolons,
 * tabs or commas, with the columns in any order and possibly other columns. Reads in slices, and
 * stops as soon as the file proves to be of another type.
 * @throws HttpError 400 `not_a_product_file`
 */
export async function readFile(text: FileText): Promise<FileLine[]> {
  const lines: FileLine[] = []
  let places: (readonly [place: number, column: ProductColumn])[] | undefined
  for await (const { record: row, info } of rowsOf(text)) {
    if (row.length > MOST_CELLS) throw refused('Filen har for mange felt i en linje.')
    if (!places) {
      places = placesIn(row)
      continue
    }
    if (lines.length === MOST_LINES) throw refused(TOO_MANY_LINES)
    const cells = places.map(([place, column]) => [column, unquoted(row[place] ?? '')] as const)
    lines.push({ line: info.lines, cells: Object.fromEntries(cells) })
  }
  if (!places) throw refused(OTHER_COLUMNS)
  return lines
}

/**
 * Decodes a file's bytes.
 * @throws HttpError 400 `not_a_product_file`
 */
export async function* textOfFile({ bytes, charset }: FileBody): AsyncGenerator<string> {
  const decoder = decoderOf(charset)
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw refused(UNREADABLE)
  }
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    throw refused(UNREADABLE)
  }
}

const OTHER_COLUMNS =
  'Filen mangler kolonnene. Last ned produktlisten her, endre tallene og velg den filen.'
const TOO_MANY_LINES = `Filen har for mange linjer. Den kan ha høyst ${formatCount(MOST_LINES)}.`
const TOO_LONG_A_LINE = 'Filen har en linje som er for lang til å komme fra produktlisten.'
const UNREADABLE = 'Filen kan ikke leses. Lagre den som CSV og prøv igjen.'

function placesIn(head: readonly string[]) {
  const places = head.flatMap((name, place) => {
    const column = columnNamed(name)
    return column ? [[place, column] as const] : []
  })
  const has = (some: readonly ProductColumn[]) => places.some(([, one]) => some.includes(one))
  if (!has(NAMES_A_PRODUCT) || !has(HOLDS_A_VALUE)) throw refused(OTHER_COLUMNS)
  return places
}

interface Row {
  record: string[]
  info: { lines: number }
}

async function* rowsOf(text: FileText): AsyncGenerator<Row> {
  const pieces = inPieces(text)
  const { head, delimiter } = await headOf(pieces)
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    maxRecordSize: LONGEST_LINE,
    // Line breaks can be mixed, for example when lines are pasted from another operating system.
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    skipEmptyLines: true,
    trim: true,
  })
  // The error is thrown by the code that reads from the parser.
  parser.on('error', () => undefined)
  try {
    for (const piece of head) yield* rowsWith(parser, piece)
    for await (const piece of pieces) yield* rowsWith(parser, piece)
    parser.end()
    yield* parser as AsyncIterable<Row>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refused(UNREADABLE)
  } finally {
    await pieces.return(undefined)
  }
}

function* rowsWith(parser: Parser, piece: string): Generator<Row> {
  if (parser.errored) throw parser.errored
  parser.write(piece)
  for (;;) {
    const row = parser.read() as Row | null
    if (row === null) return
    yield row
  }
}

async function headOf(pieces: AsyncGenerator<string>) {
  const head: string[] = []
  let first = ''
  for (;;) {
    const next = await pieces.next()
    if (next.done) break
    head.push(next.value)
    first = (first + next.value).trimStart()
    if (/[\r\n]/.test(first)) break
  }
  ;[first = ''] = first.split(/[\r\n]/, 1)
  return { head, delimiter: [';', '\t'].find((one) => first.includes(one)) ?? ',' }
}

async function* inPieces(text: FileText): AsyncGenerator<string> {
  const pause = inSlices()
  let [breaks, unbroken] = [0, 0]
  for await (const part of text)
    for (let at = 0; at < part.length; at += PIECE) {
      const piece = part.slice(at, at + PIECE)
      const [first = '', ...more] = piece.split(/\r\n|\r|\n/)
      breaks += more.length
      unbroken = more.at(-1)?.length ?? unbroken + first.length
      // The parser reports a line only when it is complete, and never reports an empty line.
      if (unbroken > LONGEST_LINE) throw refused(TOO_LONG_A_LINE)
      if (breaks > MOST_BREAKS) throw refused(TOO_MANY_LINES)
      await pause()
      yield piece
    }
}

const COLUMNS = new Map(
  (Object.entries(PRODUCT_COLUMNS) as [ProductColumn, string][]).map(([key, name]) => [
    name.toLowerCase(),
    key,
  ]),
)
const columnNamed = (name: string) => COLUMNS.get(name.trim().toLowerCase())

/**
 * Removes the apostrophe that prevents a spreadsheet from evaluating a text as a formula
 * (shared/csv/csv.ts).
 */
const unquoted = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

const refused = (message: string) => new HttpError(400, 'not_a_product_file', message)
