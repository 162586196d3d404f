import { check } from './check.ts'

check('migrations match the tables', 'scripts/check-migrations.mjs')
