import { afterAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { companies } from '../auth/tables.ts'
import { configurationOf } from '../configuration/queries.ts'
import { configurations } from '../configuration/tables.ts'
import { readBlocker } from './settings-store.ts'

const memory = await memoryPlatform()
afterAll(() => memory.close())
const companyId = await memory.addUser()
await configurationOf(memory.platform.db, companyId)

const READY = { isActive: true, fikenCompanySlug: 'ror-as', requiresCompanySelection: false }

async function blocker(
  settings: Partial<typeof configurations.$inferInsert>,
  {
    askedWhileOff = false,
    slug = 'ror-as',
    userIsActive = true,
  }: { askedWhileOff?: boolean; slug?: string | null; userIsActive?: boolean } = {},
) {
  const { db } = memory.platform
  await db
    .update(configurations)
    .set({ ...READY, ...settings })
    .where(eq(configurations.companyId, companyId))
  await db.update(companies).set({ isActive: userIsActive }).where(eq(companies.id, companyId))
  return readBlocker(db, companyId, askedWhileOff, slug)
}

describe('just before a draft is sent', () => {
  test('it may be when nothing has changed', async () => {
    expect(await blocker({})).toBeNull()
    expect(await blocker({}, { slug: null })).toBeNull()
  })

  test('switched off, it waits for the user, unless the user started it while it was off', async () => {
    expect(await blocker({ isActive: false })).toBe('inactive')
    expect(await blocker({ isActive: false }, { askedWhileOff: true })).toBeNull()
  })

  test('without a company it waits for one, and also when the choice must be confirmed', async () => {
    const asked = { askedWhileOff: true }
    expect(await blocker({ fikenCompanySlug: null }, asked)).toBe('company')
    expect(await blocker({ fikenCompanySlug: '' }, asked)).toBe('company')
    expect(await blocker({ requiresCompanySelection: true }, asked)).toBe('company')
    expect(await readBlocker(memory.platform.db, await memory.addUser(), true, null)).toBe(
      'company',
    )
  })

  test('for another company it is rebuilt, and while the account is locked nothing is sent', async () => {
    expect(await blocker({ fikenCompanySlug: 'eiendom-as' })).toBe('other_company')
    expect(await blocker({ fikenCompanySlug: 'eiendom-as' }, { slug: null })).toBeNull()
    const locked = { userIsActive: false, askedWhileOff: true }
    expect(await blocker({}, locked)).toBe('locked_user')
  })
})
