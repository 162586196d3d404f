import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REFERENCE_LIMIT } from '../draft.ts'
import { cut, ELLIPSIS } from '../truncate.ts'
import { jobsNamedIn, namesJob, plainReference } from './named-jobs.ts'

const NAMES = new Intl.ListFormat('nb')

const referenceOf = (numbers: readonly string[]) =>
  cut(`Jobb ${NAMES.format(numbers.map((number) => `#${number}`))}`, REFERENCE_LIMIT)

describe('a document whose reference is looked at', () => {
  it.each([
    ['Jobb #101', 'Jobb #101', 'yes'],
    ['Jobb #101 og #102', 'Jobb #101', 'yes'],
    ['Jobb #101 og #102', 'Jobb #102', 'yes'],
    ['Jobb #101, #102 og #103', 'Jobb #102', 'yes'],
    ['Jobb #101, #102 og #103', 'Jobb #104', 'no'],
    ['Jobb #101', 'Jobb #102', 'no'],
    ['Jobb #1010 og #102', 'Jobb #101', 'no'],
    ['Jobb #101 og #1020', 'Jobb #102', 'no'],
    ['', 'Jobb #101', 'no'],
    ['Ordre 7', 'Jobb #101', 'no'],
  ] as const)('%j, of %j: %s', (reference, named, answer) => {
    expect(namesJob(reference, named)).toBe(answer)
  })
  it('may have been retyped with other spaces and capitals', () => {
    expect(namesJob('  jobb   #101 ', 'Jobb #101')).toBe('yes')
    expect(namesJob('JOBB #101,  #102  OG #A3', 'Jobb #a3')).toBe('yes')
    expect(namesJob('Jobb #101,#102,#103', 'Jobb #102')).toBe('yes')
  })
  it('is of no job that is not called anything, or has no number', () => {
    expect(namesJob('', '')).toBe('no')
    expect(namesJob('Jobb #101 og #102', '  ')).toBe('no')
    expect(namesJob('Storgata 1 og Storgata 2', 'Storgata 1')).toBe('no')
    expect(namesJob('Storgata 1', 'Storgata 1')).toBe('yes')
  })
  it('names nobody else’s jobs, though the numbers are the same', () => {
    expect(namesJob('Ordre #101 og #102', 'Jobb #101')).toBe('no')
    expect(namesJob('Gammel jobb #101 og #102', 'Jobb #101')).toBe('no')
    expect(namesJob('J#101 og #102', 'J#102')).toBe('yes')
  })
  it('that was cut may name any job after those that it names', () => {
    const reference = `Jobb #101, #102, #10${ELLIPSIS}`
    expect(namesJob(reference, 'Jobb #101')).toBe('yes')
    expect(namesJob(`Jobb #101, #102${ELLIPSIS}`, 'Jobb #102')).toBe('yes')
    expect(namesJob(reference, 'Jobb #104')).toBe('perhaps')
    expect(namesJob(reference, 'Ordre #104')).toBe('no')
  })
  it('that was cut within one job’s own number is of one job only', () => {
    expect(namesJob(`Jobb #10${ELLIPSIS}`, 'Jobb #101')).toBe('no')
  })
})

const number = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,11}$/)

describe('the jobs that a reference names', () => {
  it.each([
    ['Jobb #101 og #102', ['jobb #101', 'jobb #102'], false],
    ['  JOBB  #101,#102 og #A3 ', ['jobb #101', 'jobb #102', 'jobb #a3'], false],
    [`Jobb #101, #102, #10${ELLIPSIS}`, ['jobb #101', 'jobb #102'], true],
    [`Jobb #101, #10${ELLIPSIS}`, ['jobb #101'], true],
    ['Jobb #101', [], false],
    [`Jobb #10${ELLIPSIS}`, [], false],
    ['Storgata 1 og Storgata 2', [], false],
    ['', [], false],
  ])('%j: %j', (reference, jobs, namesMore) => {
    expect(jobsNamedIn(reference)).toEqual({ jobs, namesMore })
  })
})

describe('the reference of any collective draft', () => {
  it('lists its jobs in their order: all where it was not cut, else the first ones', () => {
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 2, maxLength: 40 }), (all) => {
        const { jobs, namesMore } = jobsNamedIn(referenceOf(all))
        const names = all.map((one) => plainReference(`Jobb #${one}`))
        expect(jobs).toEqual(namesMore ? names.slice(0, jobs.length) : names)
        expect(jobs.length).toBeGreaterThan(0)
        expect(namesMore).toBe(referenceOf(all).endsWith(ELLIPSIS))
      }),
    )
  })
  const numbers = fc.uniqueArray(number, { minLength: 1, maxLength: 40 })

  it('names each of its jobs, for certain where it was not cut', () => {
    fc.assert(
      fc.property(numbers, (all) => {
        const reference = referenceOf(all)
        const answers = new Set(all.map((one) => namesJob(reference, `Jobb #${one}`)))
        expect(answers).not.toContain('no')
        if (!reference.endsWith(ELLIPSIS)) expect([...answers]).toEqual(['yes'])
      }),
    )
  })
  it('names no other job for certain', () => {
    fc.assert(
      fc.property(numbers, number, (all, other) => {
        fc.pre(!all.includes(other))
        expect(namesJob(referenceOf(all), `Jobb #${other}`)).not.toBe('yes')
      }),
    )
  })
})
