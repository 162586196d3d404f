import { describe, expect, test } from 'vitest'
import { hastyVendorTimeouts, upperBoundsOnTime } from './architecture/deadlines.ts'
import { fixture, listFiles, readSources } from './architecture/source.ts'
import { LEAST_VENDOR_TIMEOUT_MS } from './support/world/limiters.ts'

const sources = readSources(listFiles(['src', 'tools', 'test']))
const here = (text: string) => fixture({ 'test/flows/accounts/auth.test.ts': text })

describe('no test fails because the machine is slow: none expects that at most so much time passes', () => {
  test('in this repository', () => expect(upperBoundsOnTime(sources)).toEqual([]))

  test.each([
    ['at once', 'expect(performance.now() - began).toBeLessThan(20_000)'],
    ['by the date', 'expect(Date.now() - began).toBeLessThanOrEqual(20_000)'],
    [
      'under a name',
      'const waited = performance.now() - began\nexpect(waited).toBeLessThan(2_000)',
    ],
    [
      'in seconds',
      'const seconds = Math.round((performance.now() - began) / 1_000)\nexpect(seconds).toBeLessThan(2)',
    ],
    [
      'by a function',
      'const took = () => performance.now() - began\nexpect(took()).toBeLessThan(2_000)',
    ],
    [
      'by a function that does the work',
      'async function time() {\n  const began = Date.now()\n  await work()\n  return Date.now() - began\n}\nexpect(await time()).toBeLessThan(9)',
    ],
    ['whichever it was', 'const ms = slow ? performance.now() - a : 0\nexpect(ms).toBeLessThan(9)'],
    ['with a reason', "expect(performance.now() - began, 'too slow').toBeLessThan(20_000)"],
  ])('%s is found', (_what, text) => expect(upperBoundsOnTime(here(text))).toHaveLength(1))

  test.each([
    ['what takes at least so long', 'expect(performance.now() - began).toBeGreaterThan(900)'],
    [
      'a ratio of two that are measured in the same run',
      'const one = performance.now() - a\nconst other = performance.now() - b\nconst ratio = one / other\nexpect(ratio).toBeLessThanOrEqual(3)',
    ],
    [
      'a ratio to the slower of two',
      'const a = performance.now() - x\nconst slowest = again ? Math.max(a, b) : a\nexpect(a / slowest).toBeLessThan(3)',
    ],
    ['a number of something', 'expect(calls.length - before).toBeLessThan(20)'],
    ['an order', 'expect(order.indexOf(a)).toBeLessThan(order.indexOf(b))'],
  ])('%s is allowed', (_what, text) => expect(upperBoundsOnTime(here(text))).toEqual([]))
})

describe('no test lets the product wait so short for a vendor that a busy sandbox is too late', () => {
  test('in this repository', () =>
    expect(hastyVendorTimeouts(sources, LEAST_VENDOR_TIMEOUT_MS)).toEqual([]))

  test.each([
    ['a number', 'startWorld({ overrides: { vendorTimeoutMs: 1_500 } })'],
    [
      'a named number',
      'const SHORT = 1_000\nstartWorld({ overrides: { vendorTimeoutMs: SHORT } })',
    ],
  ])('%s that is less is found', (_what, text) =>
    expect(hastyVendorTimeouts(here(text), LEAST_VENDOR_TIMEOUT_MS)).toHaveLength(1),
  )

  test('as much is allowed', () => {
    const text = `startWorld({ overrides: { vendorTimeoutMs: ${LEAST_VENDOR_TIMEOUT_MS} } })`
    expect(hastyVendorTimeouts(here(text), LEAST_VENDOR_TIMEOUT_MS)).toEqual([])
  })
})
