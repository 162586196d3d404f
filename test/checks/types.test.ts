import { describe } from 'vitest'
import { check } from './check.ts'

describe('types', () => {
  for (const part of ['test', 'server', 'web'])
    check(part, 'node_modules/typescript/bin/tsc', '-p', `tsconfig.${part}.json`, '--noEmit')
})
