import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { DISCREPANCY_KINDS, discrepancyOf } from '#shared/discrepancies'
import { CASES, foreign } from '#test/support/people/reconciled/reconciled-cases'
import {
  asItShouldBe,
  comparisonOf,
  creditedWith,
  draftOf,
  invoiceOf,
  NOW,
  rowsOf,
  SLUG,
  TOTAL,
  type World,
} from '#test/support/people/reconciled/reconciled-worlds'
import { referenceOf, unknownDrafts } from './find-documents.ts'
import { summarize } from './sums.ts'

test.each(CASES)('%s: %s', (_name, kind, change) => {
  const world = asItShouldBe()
  expect(rowsOf([{ ...world, ...change(world) }]).map((row) => row.kind)).toEqual(
    kind ? [kind] : [],
  )
})

test('every kind is found by some case', () => {
  const found = new Set(CASES.map(([, kind]) => kind))
  expect(DISCREPANCY_KINDS.filter((kind) => !found.has(kind))).toEqual([])
})

describe('a month of many jobs', () => {
  const months = fc.array(fc.nat({ max: CASES.length - 1 }), { maxLength: 60 })

  function monthOf(choices: readonly number[]) {
    const worlds = choices.map((choice, index) => {
      const world = asItShouldBe(`22222222-2222-4222-8222-${String(index).padStart(12, '0')}`)
      const [, kind, change] = CASES[choice]!
      return { kind, world: apart({ ...world, ...change(world) }, world, index) }
    })
    const rows = rowsOf(worlds.map(({ world }) => world))
    return {
      rows,
      worlds: worlds.map(({ world }) => world),
      expected: worlds.flatMap(({ kind }) => kind ?? []),
    }
  }

  function apart(world: World, base: ReturnType<typeof asItShouldBe>, index: number): World {
    const number = String(2_000 + index)
    const ids = (uuid: string) =>
      uuid === foreign ? `33333333-3333-4333-8333-${String(index).padStart(12, '0')}` : uuid
    const draft = (one: InvoiceDraft): InvoiceDraft => ({
      ...one,
      draftId: one.draftId * 1_000 + index,
      uuid: ids(one.uuid),
      content: { ...one.content, ourReference: `Jobb #${number}` },
    })
    const invoice = (one: Invoice): Invoice => ({
      ...one,
      invoiceId: one.invoiceId * 1_000 + index,
      draftUuid: ids(one.draftUuid),
      ourReference: `Jobb #${number}`,
    })
    const { transfer, job } = world
    return {
      ...world,
      job: job && { ...job, uuid: base.job.uuid, number },
      transfer: transfer && {
        ...transfer,
        id: base.transfer.id,
        jobUuid: base.job.uuid,
        jobNumber: number,
      },
      drafts: world.drafts.map(draft),
      invoices: world.invoices.map(invoice),
      elsewhere: {
        drafts: world.elsewhere.drafts.map(draft),
        invoices: world.elsewhere.invoices.map(invoice),
      },
      owners: new Map([...world.owners].map(([uuid, owner]) => [ids(uuid), owner])),
    }
  }

  // This case is excluded, because it depends on the account's other transfers too.
  const alone = CASES.findIndex(([name]) => name === 'a transfer in a long queue that moves')

  test('each discrepancy is found, whatever else the month holds, and no false one', () => {
    fc.assert(
      fc.property(months, (choices) => {
        const { rows, expected } = monthOf(choices.filter((choice) => choice !== alone))
        expect(rows.map((row) => row.kind).sort()).toEqual(expected.sort())
      }),
    )
  })

  test('the parts add up to the jobs, in number and to the øre', () => {
    fc.assert(
      fc.property(months, (choices) => {
        const { rows } = monthOf(choices)
        const { jobs, inFiken, missing, underway, leftOut, difference, deposits, toLookAt } =
          summarize(rows)
        expect(inFiken.count + missing.count + underway.count + leftOut.count).toBe(jobs.count)
        const ofDeposits = deposits?.ore ?? 0
        expect(
          inFiken.ore + missing.ore + underway.ore + leftOut.ore + difference + ofDeposits,
        ).toBe(jobs.ore)
        expect(toLookAt).toBe(
          rows.filter((row) => ['missing', 'look'].includes(discrepancyOf(row.kind).state)).length,
        )
        expect(missing.count).toBe(
          rows.filter((row) => discrepancyOf(row.kind).state === 'missing').length,
        )
      }),
    )
  })

  test('each part has as many jobs as the screen lists under it', () => {
    fc.assert(
      fc.property(months, (choices) => {
        const { rows } = monthOf(choices)
        const listed = (...states: string[]) =>
          rows.filter(
            ({ kind }) =>
              states.includes(discrepancyOf(kind).state) && !kind.startsWith('reopened'),
          ).length
        const { inFiken, missing, underway, leftOut } = summarize(rows)
        expect([inFiken.count, missing.count, underway.count, leftOut.count]).toEqual([
          listed('ok', 'look'),
          listed('missing'),
          listed('underway'),
          listed('left_out'),
        ])
      }),
    )
  })

  test('a credited job is in Fiken, with nothing to be paid and nothing unexpected', () => {
    const credited = CASES.findIndex(([, kind]) => kind === 'credited')
    const { jobs, inFiken, leftOut, difference, extra } = summarize(monthOf([credited]).rows)
    expect(inFiken).toEqual({ count: 1, ore: 0 })
    expect([leftOut.count, extra.count, difference]).toEqual([0, 0, jobs.ore])
  })

  test('only documents that none of the transfers knows are looked up', () => {
    const { worlds } = monthOf(CASES.map((_, index) => index))
    const { jobs, transfers, ledger: books } = comparisonOf(worlds)
    const asked = unknownDrafts({ jobs, transfers, ledger: books, slugs: [SLUG] })
    const known = new Set(transfers.map(({ draftUuid }) => draftUuid))
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((uuid) => known.has(uuid))).toEqual([])
  })
})

describe('a document that names several jobs, and that no transfer knows', () => {
  const job = (number: string, total: number): World => {
    const world = asItShouldBe(`22222222-2222-4222-8222-${number.padStart(12, '0')}`)
    return {
      ...world,
      job: { ...world.job, number, total },
      transfer: null,
      drafts: [],
    }
  }
  const naming = (ourReference: string, gross: number) =>
    draftOf(foreign, { draftId: 78, ourReference, gross })
  const seen = (worlds: World[]) =>
    rowsOf(worlds).map(({ kind, documents }) => [kind, ...documents.map(({ gross }) => gross)])

  test('stands for each of them, with its share of it, to the øre', () => {
    const [one, ...others] = [job('1', 100_000), job('2', 200_000), job('3', 0)] as const
    const draft = naming('Jobb #1, #2 og #3', 375_001)
    const worlds = [{ ...one, drafts: [draft] }, ...others]
    expect(seen(worlds)).toEqual([
      ['by_hand', 125_000],
      ['by_hand', 250_001],
      ['by_hand', 0],
    ])
    const { inFiken, extra } = summarize(rowsOf(worlds))
    expect({ inFiken, extra }).toEqual({
      inFiken: { count: 3, ore: 375_001 },
      extra: { count: 0, ore: 0 },
    })
  })

  test.each([
    ['of another month', 'Jobb #1, #2 og #900'],
    ['that the reference had no room for', 'Jobb #1, #2, #3…'],
  ])('counts as what the job comes to where it also names one %s', (_whose, reference) => {
    const one = { ...job('1', 100_000), drafts: [naming(reference, 900_000)] }
    expect(seen([one, job('2', 200_000)])).toEqual([
      ['by_hand', 100_000],
      ['by_hand', 200_000],
    ])
    const small = { ...job('1', 100_000), drafts: [naming(reference, 50_000)] }
    expect(seen([small])).toEqual([['by_hand', 50_000]])
    // The jobs' amounts add up to no more than the document's amount.
    expect(seen([small, job('2', 200_000)])).toEqual([
      ['by_hand', 16_667],
      ['by_hand', 33_333],
    ])
  })

  test('has nothing for a job whose total cannot be read, and is lost for none', () => {
    const draft = naming('Jobb #1 og #2', 375_000)
    const unread = job('2', 0)
    const worlds = [
      { ...job('1', 100_000), drafts: [draft] },
      { ...unread, job: unread.job && { ...unread.job, total: null } },
    ]
    expect(seen(worlds)).toEqual([
      ['by_hand', 100_000],
      ['by_hand', 0],
    ])
    expect(seen([{ ...job('1', 0), drafts: [draft] }, job('2', 0)])).toEqual([
      ['by_hand', 375_000],
      ['by_hand', 0],
    ])
  })

  test('is a double of a job that is in Fiken by itself too', () => {
    const world = asItShouldBe()
    const drafts = [...world.drafts, naming('Jobb #1001 og #2', 500_000)]
    const other = job('2', 275_000)
    expect(seen([{ ...world, drafts }, other])).toEqual([
      ['double', TOTAL, 156_250],
      ['by_hand', 343_750],
    ])
  })

  test('is not that of a job that only has the number of one of its jobs', () => {
    const world = { ...job('1', 100_000), drafts: [naming('Jobb #1 og #2', 300_000)] }
    const ownedBy = (...jobs: string[]) => ({ ...world, owners: new Map([[foreign, jobs]]) })
    expect(seen([ownedBy('one', 'two')])).toEqual([['missed']])
    // One of the two named jobs is known to be another job, so this job is the second named job.
    expect(seen([ownedBy('two')])).toEqual([['by_hand', 100_000]])
    expect(seen([ownedBy('two', world.job!.uuid)])).toEqual([['by_hand', 100_000]])
    // The other jobs are transfers of this month from before another ServiceM8 account was
    // connected.
    const former = (id: string) => {
      const { transfer } = asItShouldBe(id)
      return { ...job(id, 0), job: null, transfer: { ...transfer, draftUuid: foreign } }
    }
    const kinds = rowsOf([world, former('8'), former('9')]).map(({ jobUuid, kind }) => [
      jobUuid,
      kind,
    ])
    expect(kinds).toContainEqual([world.job?.uuid, 'missed'])
  })

  test('asks for nothing where it was paid, and then credited for the job’s new draft', () => {
    const world = asItShouldBe()
    const paid = invoiceOf(foreign, {
      ourReference: 'Jobb #1001 og #2',
      gross: 500_000,
      totalPaid: 500_000,
      outstanding: 0,
    })
    const transfer = { ...world.transfer, replacedUuid: foreign }
    const unread = { invoices: [{ ...paid, creditNotes: [77] }] }
    expect(seen([{ ...world, transfer, ...unread }])).toEqual([['in_fiken', TOTAL]])
    expect(seen([{ ...world, ...unread }])).toEqual([['double', TOTAL, TOTAL]])
    expect(seen([{ ...world, ...creditedWith(paid, 500_000) }])).toEqual([['in_fiken', TOTAL]])
    expect(seen([{ ...world, ...creditedWith(paid, 499_999) }])).toEqual([['double', TOTAL, TOTAL]])
  })

  test('may be the draft that was just taken back', () => {
    const undone = (updatedAt: Date): World => {
      const { transfer } = asItShouldBe()
      const back = {
        status: 'pending',
        pendingReason: 'undone',
        draftId: null,
        draftUuid: null,
      } as const
      const one = { ...job('1', 100_000), drafts: [naming('Jobb #1 og #2', 300_000)] }
      return {
        ...one,
        transfer: { ...transfer, ...back, jobUuid: one.job?.uuid ?? '', slug: null, updatedAt },
      }
    }
    const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
    expect(seen([undone(minutesAgo(9))])).toEqual([['underway', 100_000]])
    expect(seen([{ ...undone(minutesAgo(11)), touched: true }])).toEqual([['underway', 100_000]])
    expect(seen([undone(minutesAgo(11))])).toEqual([['by_hand', 100_000]])
  })
})

test('a job that has no number yet is identified by the end of its uuid, as on its draft', () => {
  expect(referenceOf({ uuid: '22222222-2222-4222-8222-22222222abcd', number: ' ' })).toBe(
    'Jobb #2222abcd',
  )
})
