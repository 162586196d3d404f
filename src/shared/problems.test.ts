import { describe, expect, it } from 'vitest'
import { CAUSES, problem } from './causes/index.ts'
import { mergeProblems, problemAbout, problemSummary } from './problems.ts'

const unmapped = (name: string, lineIndex?: number) =>
  problemAbout('vat_unmapped', {
    message: `Velg for satsen ${name}.`,
    name,
    several: 'Velg for satsene {}.',
    lineIndex,
  })

describe('problems of one kind', () => {
  it('are one problem that names everything they are about, on the line where it was found first', () => {
    expect(mergeProblems([unmapped('A', 3), unmapped('B', 5), unmapped('A', 7)])).toEqual([
      {
        ...unmapped('A', 3),
        message: 'Velg for satsene A og B.',
        about: { names: ['A', 'B'], several: 'Velg for satsene {}.' },
      },
    ])
    expect(mergeProblems([unmapped('A'), unmapped('B'), unmapped('C')])).toMatchObject([
      { message: 'Velg for satsene A, B og C.' },
    ])
  })
  it('can be merged with more of them later', () => {
    const merged = mergeProblems([unmapped('A'), unmapped('B')])
    expect(mergeProblems(merged)).toEqual(merged)
    expect(mergeProblems([...merged, unmapped('C')])).toMatchObject([
      { message: 'Velg for satsene A, B og C.' },
    ])
  })
  it('keep their own sentence when they are about the same thing', () => {
    expect(mergeProblems([unmapped('A', 1), unmapped('A', 2)])).toEqual([unmapped('A', 1)])
  })
  it('without a name of their own are listed once', () => {
    const unclear = [problem('vat_unclear', 'Uklart.', 1), problem('vat_unclear', 'Uklart.', 4)]
    expect(mergeProblems(unclear)).toEqual([unclear[0]])
  })
  it('stay apart when their sentences or their causes differ', () => {
    const other = problemAbout('vat_unmapped', {
      message: 'C mangler.',
      name: 'C',
      several: '{} mangler.',
    })
    const cause = problemAbout('vat_unclear', {
      message: 'D.',
      name: 'D',
      several: 'Velg for satsene {}.',
    })
    expect(
      mergeProblems([unmapped('A'), other, cause, unmapped('B')]).map(({ message }) => message),
    ).toEqual(['Velg for satsene A og B.', 'C mangler.', 'D.'])
  })
  it('are named up to twenty, whatever their names contain', () => {
    const names = Array.from({ length: 23 }, (_, index) => `$&{}${index + 1}`)
    const message = mergeProblems(names.map((name) => unmapped(name)))[0]?.message
    expect(message).toBe(`Velg for satsene ${names.slice(0, 20).join(', ')} og 3 til.`)
    expect(mergeProblems(names.slice(0, 20).map((name) => unmapped(name)))[0]?.message).toMatch(
      /19 og .*20\.$/,
    )
  })
})

describe('the text on a row', () => {
  it('is empty without problems, and the problem’s own words with one', () => {
    expect(problemSummary([])).toBe('')
    expect(problemSummary([problem('empty_job', 'Én.')])).toBe('Én.')
  })
  it('names everything of the same cause in one sentence', () => {
    expect(problemSummary([unmapped('A'), unmapped('B')])).toBe('Velg for satsene A og B.')
  })
  it('has all sentences of the first cause, and then the names of the other causes, each once', () => {
    const missing = problem('vat_unmapped', 'C finnes ikke.')
    const unclear = [problem('vat_unclear', 'Uklart.'), problem('vat_unclear', 'Også uklart.')]
    expect(problemSummary([unmapped('A'), ...unclear, missing, problem('no_bank_account')])).toBe(
      `Velg for satsen A. C finnes ikke. I tillegg: ${CAUSES.vat_unclear.title}. ${CAUSES.no_bank_account.title}.`,
    )
  })
})
