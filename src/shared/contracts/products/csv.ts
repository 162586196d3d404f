import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { MOST_ITEMS } from '../tasks.ts'

/**
 * This file declares the import of prices and stock from a file. The differences are shown first,
 * and written after the user's confirmation. The file is sent as `text/csv`, in UTF-8 or in the
 * `charset` of its content type, or, up to a megabyte, as a string in JSON.
 */

export const IMPORT_PRODUCTS = 'import_products'
export const MOST_LINES = 20_000
/** The maximum file size in bytes: room for a little more than the longest export. */
export const MOST_FILE_BYTES = 4_000_000

const TEXT_BODY = 1024 * 1024
const file = { type: 'text/csv', mostBytes: MOST_FILE_BYTES } as const

const difference = z.object({
  /** The id of the difference: `price:fiken:<id>` or `stock:servicem8:<uuid>`. */
  id: z.string(),
  name: z.string(),
  number: z.string(),
  what: z.enum(['price', 'stock']),
  to: z.enum(['fiken', 'servicem8']),
  /** The current price in net øre, or the current stock; null if there is none yet. */
  before: z.nullable(z.number()),
  after: z.number(),
  large: z.boolean(),
})
export type CsvDifference = z.infer<typeof difference>

const csv = z.string('Velg en fil')
const version = z.string('Se over forskjellene først').check(z.maxLength(100))

/**
 * Reads the file without changing anything. Responds 400 `not_a_product_file` for another kind of
 * file, and 409 `file_being_read` while another of the user's files is being read.
 */
export const previewProductFile = endpoint({
  method: 'POST',
  path: '/api/product-sync/import/preview',
  access: 'user',
  act: 'read',
  bodyLimit: TEXT_BODY,
  changes: [],
  summary: 'Hva en fil med priser og lager ville endret. Filen sendes som text/csv.',
  body: z.optional(z.object({ csv })),
  file,
  answer: z.object({
    /** The differences to write in one go, larger changes last. */
    differences: z.array(difference),
    /** The number of further differences, shown when these are written and the file is reread. */
    later: z.int(),
    unchanged: z.int(),
    /** The lines that are not used, with reasons. The file's first line is number 1. */
    problems: z.array(z.object({ line: z.int(), message: z.string() })),
    version: z.string(),
  }),
})

/**
 * Starts a task that writes exactly the differences shown. Responds 409 `changed_elsewhere` if the
 * file would now cause other changes. Each value is read again before it is written, and is left
 * unchanged if it has changed.
 */
export const importProductFile = endpoint({
  method: 'POST',
  path: '/api/product-sync/import',
  access: 'user',
  act: 'products',
  bodyLimit: TEXT_BODY,
  changes: ['products', 'tasks'],
  summary: 'Skriv priser og lager fra en fil. Filen sendes som text/csv.',
  query: z.object({
    version: z.optional(version),
    /** The zero-based positions of the shown differences to leave out, for example `0,17`. */
    leaveOut: z.optional(z.string().check(z.regex(/^(\d{1,3}(,\d{1,3})*)?$/), z.maxLength(4_000))),
  }),
  body: z.optional(
    z.object({
      csv,
      version,
      leaveOut: z.optional(
        z.array(z.string().check(z.maxLength(150))).check(z.maxLength(MOST_ITEMS)),
      ),
    }),
  ),
  file,
  answer: z.object({ message: z.string(), taskId: z.string() }),
})
