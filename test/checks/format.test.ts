import { check } from './check.ts'

check('format', 'node_modules/prettier/bin/prettier.cjs', '--check', '.', '--log-level', 'warn')
