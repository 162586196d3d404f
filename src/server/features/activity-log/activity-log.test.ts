import { afterAll, describe, expect, it } from 'vitest'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { pageOf, readCursor } from '../../platform/http/paging.ts'
import { presentActivity } from './queries.ts'
import { type ActivityEntry, recordActivity, recordActivityOnce } from './record.ts'
import { type ActivityFilter, countActivities, findActivities } from './store.ts'

const memory = await memoryPlatform()
afterAll(() => memory.close())
const kari = await memory.addUser('kari')
const ola = await memory.addUser('ola')

const entry = (changes: Partial<ActivityEntry> = {}): ActivityEntry => ({
  companyId: kari,
  actor: null,
  type: 'transfer',
  action: 'webhook_auto_transfer',
  description: 'Jobb 1042 ble til et utkast i Fiken',
  success: true,
  at: new Date('2026-11-20T12:00:00Z'),
  ...changes,
})

async function texts(filter: Omit<ActivityFilter, 'whose'>) {
  const rows = await findActivities(
    memory.platform.db,
    { whose: { companyId: kari }, ...filter },
    { limit: 100, cursor: null },
  )
  return rows.map((row) => row.description)
}

describe('the activity log', () => {
  it('shows everybody their own entries, newest first, page by page, without losing or repeating any', async () => {
    const { db } = memory.platform
    // Seven entries get the same timestamp, to the millisecond, so their order depends on the id.
    for (let n = 0; n < 7; n += 1) await recordActivity(db, entry({ description: `nummer ${n}` }))
    await recordActivity(db, entry({ companyId: ola, description: 'noe annet' }))
    const seen: (string | null)[] = []
    let next: string | null | undefined
    do {
      const found = await findActivities(
        db,
        { whose: { companyId: kari } },
        { limit: 4, cursor: readCursor(next ?? undefined, 'number') },
      )
      const page = pageOf(found, 3)
      seen.push(...page.rows.map((row) => row.description))
      next = page.nextCursor
      await recordActivity(
        db,
        entry({ description: 'kom til imens', at: new Date('2026-11-20T12:00:01Z') }),
      )
    } while (next)
    expect(seen).toEqual([
      'nummer 6',
      'nummer 5',
      'nummer 4',
      'nummer 3',
      'nummer 2',
      'nummer 1',
      'nummer 0',
    ])
    expect(await countActivities(db, { whose: { companyId: ola } })).toBe(1)
    expect(await countActivities(db, { whose: 'everybody' })).toBe(11)
  })

  it('is searched by text, type, outcome and Norwegian date', async () => {
    const { db } = memory.platform
    const late = new Date('2026-06-30T22:30:00Z') // half past midnight on 1 July in Norway
    await recordActivity(
      db,
      entry({
        type: 'error',
        success: false,
        description: 'Rabatt 25 %',
        metadata: { error: 'Kontoen 3100' },
        at: late,
      }),
    )
    expect(await texts({ q: 'kontoen 31' })).toEqual(['Rabatt 25 %'])
    expect(await texts({ q: '25 %' })).toEqual(['Rabatt 25 %'])
    expect(await texts({ q: '2_ %' })).toEqual([])
    expect(await texts({ type: 'error' })).toEqual(['Rabatt 25 %'])
    expect(await texts({ success: false })).toEqual(['Rabatt 25 %'])
    expect(await texts({ from: '2026-07-01', to: '2026-07-01' })).toEqual(['Rabatt 25 %'])
    expect(await texts({ from: '2026-06-30', to: '2026-06-30' })).toEqual([])
  })

  it('reports once a day what fails every quarter of an hour', async () => {
    const { db } = memory.platform
    const failing = (at: string) =>
      entry({
        type: 'integration',
        action: 'mirror_failed',
        description: 'Mangler tilgang',
        at: new Date(at),
      })
    const day = 86_400_000
    expect(await recordActivityOnce(db, failing('2026-11-01T08:00:00Z'), day)).toBe(true)
    expect(await recordActivityOnce(db, failing('2026-11-01T08:15:00Z'), day)).toBe(false)
    expect(
      await recordActivityOnce(db, { ...failing('2026-11-01T08:15:00Z'), companyId: ola }, day),
    ).toBe(true)
    expect(await recordActivityOnce(db, failing('2026-11-02T08:15:00Z'), day)).toBe(true)
  })

  it('returns an entry as declared, with ids as text', async () => {
    const [row] = await findActivities(
      memory.platform.db,
      { whose: { companyId: kari }, type: 'error' },
      { limit: 1, cursor: null },
    )
    expect(row && presentActivity(row)).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      type: 'error',
      metadata: { error: 'Kontoen 3100' },
    })
  })
})
