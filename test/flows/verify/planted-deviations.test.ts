import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  startAskedSandbox,
  unexpected,
  type AskedSandbox,
} from '../../support/verify/asked-sandbox.ts'
import { FIKEN_DEVIATIONS } from '../../support/verify/fiken-deviations.ts'
import { SERVICEM8_DEVIATIONS } from '../../support/verify/servicem8-deviations.ts'

/** The verify point that a single run always reports: it needs an invoice from the day before. */
const NEEDS_A_DAY = 'fiken.issuing.last-modified-after-payment'

let asked: AskedSandbox

beforeEach(async () => {
  asked = await startAskedSandbox()
})
afterEach(() => asked.sandbox.close())

const vendors = ['fiken', 'servicem8'] as const

describe('what is asked of the vendors finds that', () => {
  test.each([...FIKEN_DEVIATIONS, ...SERVICEM8_DEVIATIONS])('$what', async ({ plant, found }) => {
    plant(asked.sandbox.world)
    const only = vendors.filter((vendor) => found.some((id) => id.startsWith(vendor)))
    const needsADay = only.includes('fiken') ? [NEEDS_A_DAY] : []
    const report = await asked.ask({ only })
    expect(unexpected(report).toSorted()).toEqual([...found, ...needsADay].toSorted())
  })
})
