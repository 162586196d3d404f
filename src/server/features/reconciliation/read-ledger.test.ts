import { expect, test } from 'vitest'
import { createFiken } from '#clients/fiken/client'
import { handClock, json, vendorStub } from '#test/support/vendors/vendor-stub'
import { mergeLedgers, type Ledger } from './ledger.ts'
import { readLedger } from './read-ledger.ts'

const draft = (draftId: number) => ({
  draftId,
  uuid: `uuid-${draftId}`,
  type: 'invoice',
  net: 100,
  gross: 125,
  lines: [],
  customers: [],
})

function companyOf(url: string) {
  return createFiken({
    apiUrl: `${url}/api/v2`,
    token: async () => 'token',
    clock: handClock(),
    limiter: (run) => run(),
    userAgent: 'test',
  }).company('ror-as')
}

async function walkedWhile(
  change: (drafts: ReturnType<typeof draft>[]) => ReturnType<typeof draft>[],
) {
  const before = Array.from({ length: 101 }, (_, index) => draft(index + 1))
  let drafts = before
  const stub = await vendorStub((request, response) => {
    const isDrafts = request.path.endsWith('/drafts')
    const rows = isDrafts ? drafts : []
    const page = Number(request.query.get('page'))
    json(response, rows.slice(page * 100, page * 100 + 100), 200, {
      'fiken-api-page-count': String(Math.max(1, Math.ceil(rows.length / 100))),
      'fiken-api-result-count': String(rows.length),
    })
    if (isDrafts && page === 0 && drafts === before) drafts = change(drafts)
  })
  const paused: string[] = []
  const read = () =>
    readLedger(companyOf(stub.url), new Date('2026-10-31T23:00:00Z'), {
      signal: new AbortController().signal,
      pause: (step, done, total) => Promise.resolve(void paused.push(`${step} ${done}/${total}`)),
    })
  return { stub, read, paused, idsOf: (ledger: Ledger) => ledger.drafts.map((one) => one.draftId) }
}

test('a draft that moves to a page already read, because another was deleted, is found by a second reading', async () => {
  const { stub, read, paused, idsOf } = await walkedWhile((drafts) => drafts.slice(1))
  await using _open = stub
  expect(idsOf(await read())).toEqual(Array.from({ length: 100 }, (_, index) => index + 2))
  // The lane is released after every page, and invoices are read after all drafts.
  expect(paused).toEqual(['drafts 100/101', 'drafts 100/100', 'invoices 0/0'])
  // The day before the first of the month in Norway, because Fiken's dates have no time zone.
  expect(stub.seen.at(-1)?.query.get('lastModifiedGe')).toBe('2026-10-31')
})

test('one that slips through although the count is right is seen by the next reading, and both are believed', async () => {
  const { stub, read, idsOf } = await walkedWhile((drafts) => [...drafts.slice(1), draft(102)])
  await using _open = stub
  const first = await read()
  expect(idsOf(first)).not.toContain(101)
  const [merged] = mergeLedgers([first], [await read()])
  expect(idsOf(merged!)).toContain(101)
})
