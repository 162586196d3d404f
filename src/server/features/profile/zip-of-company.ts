import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { csvHead, csvLines } from '#shared/csv/csv'
import type { Db } from '../../platform/database/database.ts'
import {
  type Exported,
  pagesOf,
  type StoredTable,
  tablesOf,
  type Turn,
} from '../../rows-of-company.ts'

export interface Zip {
  /**
   * The content of the ZIP file, produced as fast as it is read. It ends with an error if something
   * cannot be read, so that an incomplete file never looks complete. Destroying the stream stops
   * the reading.
   */
  body: Readable
  /**
   * Returns the number of pieces produced so far; if the number stays unchanged, the file is not
   * being read.
   */
  pieces(): number
}

/**
 * Produces a ZIP file with everything the database holds about a company or a person (GDPR article
 * 20), except secrets: each table as JSON and as a CSV file that Norwegian Excel opens (semicolons,
 * byte order mark). Each table is read twice, so that neither file is held in memory.
 * @param at modification time of the files in the ZIP file
 * @param turn awaited before every read and after every piece
 * @param isWhole called when everything has been read; returns false if rows might have been
 * deleted during the export
 */
export function zipOfCompany(
  db: Db,
  exported: Exported,
  { at, turn, isWhole }: { at: Date; turn: Turn; isWhole: () => Promise<boolean> },
): Zip {
  const zip = new ZipFile()
  const body = zip.outputStream.pipe(new PassThrough())
  const files: Readable[] = []
  let pieces = 0
  const add = (name: string, text: AsyncGenerator<string>) => {
    const file = Readable.from(paced(text), { objectMode: false })
    file.once('error', (error) => body.destroy(error))
    files.push(file)
    zip.addReadStream(file, name, { mtime: at })
  }
  async function* paced(text: AsyncGenerator<string>) {
    for await (const piece of text) {
      pieces += 1
      yield piece
      await turn()
    }
  }
  const tables = tablesOf(exported)
  for (const [index, table] of tables.entries()) {
    const isLast = index === tables.length - 1
    add(`json/${table.name}.json`, jsonOf(pagesOf(db, table, exported, turn)))
    const csv = csvOf(table, pagesOf(db, table, exported, turn))
    // The ZIP file's directory follows the last file, and completes the ZIP file.
    add(`csv/${table.name}.csv`, isLast ? checked(csv, isWhole) : csv)
  }
  zip.end()
  body.once('close', () => {
    for (const file of files) file.destroy()
  })
  return { body, pieces: () => pieces }
}

async function* checked(text: AsyncGenerator<string>, isWhole: () => Promise<boolean>) {
  yield* text
  if (!(await isWhole())) throw new Error('the account was deleted, or the export taken over')
}

type Pages = ReturnType<typeof pagesOf>

const PIECE_CHARS = 65_536

async function* jsonOf(pages: Pages): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) {
      text += before + JSON.stringify(row)
      before = ',\n'
      if (text.length < PIECE_CHARS) continue
      yield text
      text = ''
    }
    if (text) yield text
  }
  yield before === ',\n' ? '\n]' : '[]'
}

async function* csvOf({ shown }: StoredTable, pages: Pages): AsyncGenerator<string> {
  const columns = Object.keys(shown)
  yield csvHead(columns)
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) {
      text += csvLines(columns, [row])
      if (text.length < PIECE_CHARS) continue
      yield text
      text = ''
    }
    if (text) yield text
  }
}
