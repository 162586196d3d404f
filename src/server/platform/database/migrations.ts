import path from 'node:path'
import { ROOT } from '../installed.ts'

/** The folder of the migrations: beside src and beside dist alike. */
export const MIGRATIONS = path.join(ROOT, 'migrations')
