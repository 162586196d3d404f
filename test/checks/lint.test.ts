import { check } from './check.ts'

check('lint', 'node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0')
