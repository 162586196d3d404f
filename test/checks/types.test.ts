import { describe } from 'vitest'
import { check } from './check.ts'

describe('types', () => {
  for (const part of ['test', 'server', 'web', 'tools'])
    // One checker: each of several works out again what the others have worked out (decision 0056).
    check(
      part,
      'node_modules/typescript7/bin/tsc',
      '-p',
      `tsconfig.${part}.json`,
      '--noEmit',
      '--checkers',
      '1',
    )
})
