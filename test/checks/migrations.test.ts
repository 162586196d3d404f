import { check } from './check.ts'

check('migrations match the tables', 'tools/scripts/check-migrations.mjs')
