import { describe } from 'vitest'
import { check } from './check.ts'

describe('types', () => {
  for (const part of ['test', 'server', 'web', 'tools'])
    // One checker thread, because several would repeat each other's work (decision 0056).
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
