import { check } from './check.ts'

check('lint', 'node_modules/oxlint/bin/oxlint', '.')
