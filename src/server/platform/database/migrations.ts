import path from 'node:path'

/** The folder of the migrations: beside src and beside dist alike. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../migrations')
