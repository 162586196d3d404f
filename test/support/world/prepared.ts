import path from 'node:path'
import { CLOCK_FILE } from '../clock/midnight.ts'

/**
 * Environment variables that name what the setups in test/support/runner prepare once per run. A
 * variable is unset when its setup has not run.
 */
export const PREPARED = {
  templateDatabase: 'TEST_TEMPLATE_DATABASE',
  templateFolder: 'TEST_TEMPLATE_FOLDER',
  product: 'TEST_PRODUCT',
}

/**
 * Returns Node's arguments for starting the product as a process.
 *
 * @param databaseUrl '' or absent for the embedded database
 */
export function productCommand(databaseUrl = ''): string[] {
  const prepared = process.env[PREPARED.product]
  // Without this flag, V8 compiles the embedded database a second time with optimizations, which
  // takes a third of the start.
  const flags = databaseUrl ? [] : ['--liftoff-only']
  if (process.env[CLOCK_FILE])
    flags.push(`--import=${path.join(import.meta.dirname, '../clock/preload.ts')}`)
  return prepared
    ? [...flags, prepared]
    : [...flags, '--conditions=source', path.join(import.meta.dirname, 'product-process.ts')]
}
