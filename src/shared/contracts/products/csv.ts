import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { MOST_ITEMS } from '../tasks.ts'

/**
 * Prices and stock from a file: differences are shown first, and written after a yes. The file
 * comes as it is, `text/csv` in UTF-8 or the `charset` that its type names; or, up to a megabyte,
 * as text in JSON.
 */

export const IMPORT_PRODUCTS = 'import_products'
export const MOST_LINES = 20_000
/** Bytes of one file: the most lines that an export has, and some to spare. */
export const MOST_FILE_BYTES = 4_000_000

/** Bytes of a file as text in JSON. */
const TEXT_BODY = 1024 * 1024
const file = { type: 'text/csv', mostBytes: MOST_FILE_BYTES } as const

/** A value that differs between the file and the system. */
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
  /** True for a price that changes by more than half. */
  large: z.boolean(),
})
export type CsvDifference = z.infer<typeof difference>

const csv = z.string('Velg en fil')
const version = z.string('Se over forskjellene først').check(z.maxLength(100))

/**
 * Reads the file only. 400 `not_a_product_file` when it is another kind of file, 409
 * `file_being_read` while another one of the same user is read.
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
    /** The differences of one write, larger changes last. */
    differences: z.array(difference),
    /**
     * The number of further differences, shown when these are written and the file is read again.
     */
    later: z.int(),
    /** Lines that agree with the system. */
    unchanged: z.int(),
    /** Lines that are not used, with the reason. The first line of the file is 1. */
    problems: z.array(z.object({ line: z.int(), message: z.string() })),
    /** Names all differences: sent back with the yes. */
    version: z.string(),
  }),
})

/**
 * Writes the shown differences, as a task, and nothing else. 409 `changed_elsewhere` when the file
 * would change something else by now; each value is read once more before it is written, and one
 * that has moved is left alone.
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
    /** Places, from 0, of the shown differences to leave out: `0,17`. */
    leaveOut: z.optional(z.string().check(z.regex(/^(\d{1,3}(,\d{1,3})*)?$/), z.maxLength(4_000))),
  }),
  body: z.optional(
    z.object({
      csv,
      version,
      /** Ids of differences to leave out. */
      leaveOut: z.optional(
        z.array(z.string().check(z.maxLength(150))).check(z.maxLength(MOST_ITEMS)),
      ),
    }),
  ),
  file,
  answer: z.object({ message: z.string(), taskId: z.string() }),
})
