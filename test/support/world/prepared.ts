import path from 'node:path'
import { CLOCK_FILE } from '../clock/midnight.ts'

/**
 * The environment variables that name what the setups in test/support/runner make once for a whole
 * run. Each is absent where nothing was made.
 */
export const PREPARED = {
  /** A database on the server, with every table. */
  templateDatabase: 'TEST_TEMPLATE_DATABASE',
  /** A data folder whose embedded database has every table. */
  templateFolder: 'TEST_TEMPLATE_FOLDER',
  /** The file that starts the product as a process. */
  product: 'TEST_PRODUCT',
}

/**
 * Returns Node's arguments that start the product as a process.
 *
 * @param databaseUrl '' or absent for the embedded database
 */
export function productCommand(databaseUrl = ''): string[] {
  const prepared = process.env[PREPARED.product]
  // V8 otherwise compiles the embedded database twice, the second time optimized: a third of a
  // start.
  const flags = databaseUrl ? [] : ['--liftoff-only']
  if (process.env[CLOCK_FILE])
    flags.push(`--import=${path.join(import.meta.dirname, '../clock/preload.ts')}`)
  return prepared
    ? [...flags, prepared]
    : [...flags, '--conditions=source', path.join(import.meta.dirname, 'product-process.ts')]
}
