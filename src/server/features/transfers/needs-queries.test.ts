import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCompany } from '#test/support/world/add-company'
import type { DepositCredit } from '#shared/credit'
import { type JobSum, NO_JOBS } from '#shared/needs/job-sum'
import { NEEDS } from '#shared/needs/need'
import { PENDING_REASONS, TRANSFER_STATUSES } from '#shared/transfer-status'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import type { Db } from '../../platform/database/database.ts'
import { documents } from '../documents/tables.ts'
import { sumOf } from './needs-queries.ts'
import { listTransfers } from './screens/list-store.ts'
import { presentTransfer } from './screens/present.ts'
import { transfers } from './tables.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const EARLIER = new Date('2026-11-27T12:00:00Z')

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never

const rare = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 })
const aDocument = fc.record({
  paymentStatus: fc.constantFrom(
    ...(['gone', 'gone', 'draft', 'invoiced', 'credited', null] as const),
  ),
  paymentCheckedAt: fc.constantFrom(EARLIER, NOW, null),
  depositCredit: rare(
    fc.constantFrom<DepositCredit[]>(
      { invoiceId: 7, ids: [1], sum: 5, inFull: false },
      { invoiceId: 7, ids: [], sum: 0, inFull: false },
      { invoiceId: 7, sum: 0, inFull: false },
      { invoiceId: 7, ids: [1, 2], sum: 5, inFull: false, settled: [1] },
      { invoiceId: 7, ids: [1, 2], sum: 5, inFull: true, settled: [2, 1] },
    ),
  ),
  kind: fc.constantFrom('alone' as const, 'collective' as const),
})
const aRow = fc.record({
  status: fc.constantFrom(...TRANSFER_STATUSES, 'completed' as const, 'pending' as const),
  pendingReason: rare(fc.constantFrom(...PENDING_REASONS)),
  skipTransfer: fc.boolean(),
  amount: rare(fc.integer({ min: -500, max: 1_000 })),
  completedAt: fc.constantFrom(EARLIER, NOW, null),
  /** Which of the set's documents is the row's; null for none. */
  document: rare(fc.nat({ max: 3 })),
})

describe.each(DATABASE_KINDS)('what needs the user, on %s', (kind) => {
  let databases: Databases
  let db: Db
  beforeAll(async () => {
    databases = await openDatabases(kind)
    db = databases.one.db
  })
  afterAll(() => databases.close())

  async function addUser(): Promise<string> {
    const id = randomUUID()
    const address = `${id}@example.no`
    await addCompany(db, { id, email: address })
    return id
  }

  async function store(
    companyId: string,
    drafts: readonly Drawn<typeof aDocument>[],
    rows: readonly Drawn<typeof aRow>[],
  ): Promise<void> {
    const ids = drafts.map(() => randomUUID())
    await db.insert(documents).values(
      drafts.map((draft, n) => ({
        ...draft,
        id: ids[n]!,
        companyId,
        companySlug: 'et-as',
        uuid: ids[n]!,
        createdAt: NOW,
      })),
    )
    await db.insert(transfers).values(
      rows.map(({ document, ...row }) => ({
        ...row,
        id: randomUUID(),
        companyId,
        servicem8JobId: randomUUID(),
        servicem8AccountId: 'konto',
        documentId: document === null ? null : ids[document]!,
        createdAt: NOW,
        updatedAt: NOW,
      })),
    )
  }

  const shown = async (companyId: string, skipped: boolean) =>
    (await listTransfers(db, companyId, { limit: 500, skipped })).map((row) =>
      presentTransfer(row, { today: '2026-11-28', fikenIsDead: false, collective: new Map() }),
    )

  it('is counted in SQL exactly as each row says of itself', async () => {
    const stranger = await addUser()
    await fc.assert(
      fc.asyncProperty(
        fc.array(aDocument, { minLength: 4, maxLength: 4 }),
        fc.array(aRow, { minLength: 1, maxLength: 25 }),
        async (drafts, rows) => {
          const companyId = await addUser()
          await store(companyId, drafts, rows)
          const all = [...(await shown(companyId, false)), ...(await shown(companyId, true))]
          expect(all).toHaveLength(rows.length)
          for (const need of NEEDS) {
            const those = all.filter((row) => row.need === need)
            const expected = those.reduce<JobSum>(
              (sum, { amount }) => ({
                count: sum.count + 1,
                ore: sum.ore + Math.max(0, amount ?? 0),
                withoutAmount: sum.withoutAmount + (amount === null ? 1 : 0),
                negative: sum.negative + (amount !== null && amount < 0 ? 1 : 0),
              }),
              NO_JOBS,
            )
            expect(await sumOf(db, companyId, need)).toEqual(expected)
            const listed = await listTransfers(db, companyId, { limit: 500, skipped: false, need })
            expect(listed.map(({ id }) => id).toSorted()).toEqual(
              those.map(({ id }) => id).toSorted(),
            )
          }
        },
      ),
      { numRuns: 40 },
    )
    expect(await sumOf(db, stranger, 'act')).toEqual(NO_JOBS)
  })
})
