import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { MOST_ITEMS } from '../tasks.ts'

/**
 * Prices and stock from a file: what differs is shown first, and written after a yes. The file comes
 * as it is, `text/csv` in UTF-8 or the `charset` that its type names; or, up to a megabyte, as text
 * in JSON.
 */

export const IMPORT_PRODUCTS = 'import_products'
/** Lines in one file. */
export const MOST_LINES = 20_000
/** Of one file: so many lines as they are taken out, and some to spare. */
export const MOST_FILE_BYTES = 4_000_000

/** Of a file as text in JSON. */
const TEXT_BODY = 1024 * 1024
const file = { type: 'text/csv', mostBytes: MOST_FILE_BYTES } as const

/** One value that the file has otherwise than the system. */
const difference = z.object({
  /** `price:fiken:<id>`, `stock:servicem8:<uuid>`. */
  id: z.string(),
  name: z.string(),
  number: z.string(),
  what: z.enum(['price', 'stock']),
  to: z.enum(['fiken', 'servicem8']),
  /** Net øre of a price, or a stock; null = none yet. */
  before: z.nullable(z.number()),
  after: z.number(),
  /** A price that changes by more than half. */
  large: z.boolean(),
})
export type CsvDifference = z.infer<typeof difference>

const csv = z.string('Velg en fil')
const version = z.string('Se over forskjellene først').check(z.maxLength(100))

/**
 * Reads the file only. 400 `not_a_product_file` when it is another one, 409 `file_being_read` while
 * another one of the same user is read.
 */
export const previewProductFile = endpoint({
  method: 'POST',
  path: '/api/product-sync/import/preview',
  access: 'user',
  bodyLimit: TEXT_BODY,
  changes: [],
  summary: 'Hva en fil med priser og lager ville endret. Filen sendes som text/csv.',
  body: z.optional(z.object({ csv })),
  file,
  answer: z.object({
    /** Those that are written at a time; of the larger changes the last. */
    differences: z.array(difference),
    /** So many more: shown when these are written, and the file is read again. */
    later: z.int(),
    /** Lines that say what is already there. */
    unchanged: z.int(),
    /** Lines that are not used, and why. The first line of the file is 1. */
    problems: z.array(z.object({ line: z.int(), message: z.string() })),
    /** Names all differences: sent back with the yes. */
    version: z.string(),
  }),
})

/**
 * Writes what was shown, as a task, and nothing else. 409 `changed_elsewhere` when the file would
 * change something else by now; each value is read once more before it is written, and one that has
 * moved is left alone.
 */
export const importProductFile = endpoint({
  method: 'POST',
  path: '/api/product-sync/import',
  access: 'user',
  bodyLimit: TEXT_BODY,
  changes: ['products', 'tasks'],
  summary: 'Skriv priser og lager fra en fil. Filen sendes som text/csv.',
  /** Beside a file. */
  query: z.object({
    version: z.optional(version),
    /** Places, from 0, of the differences shown that are not to be written: `0,17`. */
    leaveOut: z.optional(z.string().check(z.regex(/^(\d{1,3}(,\d{1,3})*)?$/), z.maxLength(4_000))),
  }),
  body: z.optional(
    z.object({
      csv,
      version,
      /** Ids of differences that are not to be written. */
      leaveOut: z.optional(
        z.array(z.string().check(z.maxLength(150))).check(z.maxLength(MOST_ITEMS)),
      ),
    }),
  ),
  file,
  answer: z.object({ message: z.string(), taskId: z.string() }),
})
