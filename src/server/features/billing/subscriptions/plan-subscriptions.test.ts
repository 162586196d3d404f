import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMonths, monthOf, osloInstant, today } from '#shared/dates'
import { FORM, memorySeller, type MemorySeller } from '#test/support/billing/memory-seller'
import { afterReading } from '#test/support/world/after-reading'
import type { Platform } from '../../../platform/platform.ts'
import { companies } from '../../auth/tables.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { changeConfiguration } from '../../configuration/store.ts'
import { billsOfCompany } from '../bill-store.ts'
import { billingTime } from '../calendar.ts'
import { saveSettings } from '../settings/save-settings.ts'
import { readSettings, writeSettings } from '../settings-store.ts'
import { subscriptionSettings } from '../tables.ts'
import { planSubscriptions } from './plan-subscriptions.ts'
import { subscriberOf } from './subscription-store.ts'

const MONTH = '2027-01'
const NEXT = addMonths(MONTH, 1)

let { memory, seller, processAt } = {} as MemorySeller

beforeEach(async () => {
  ;({ memory, seller, processAt } = await memorySeller())
})
afterEach(() => memory.close())

const nine = (minutes = 0) => osloInstant(`${MONTH}-01`, 9, minutes)
const admin = () => ({ id: seller })
const plan = (platform: Platform) => planSubscriptions(platform, new AbortController().signal)

async function turn(companyId: string, isActive: boolean, at: Date): Promise<void> {
  const { db } = memory.platform
  await configurationOf(db, companyId)
  await changeConfiguration(
    db,
    companyId,
    { isActive, ...(isActive ? { activatedAt: osloInstant('2026-12-01', 12) } : {}) },
    at,
  )
}

/**
 * Adds a user who switched the integration on on 10 November, so that the first billed month is
 * December.
 */
async function customer(): Promise<string> {
  const companyId = await memory.addUser()
  const began = osloInstant('2026-11-10', 12)
  await turn(companyId, true, began)
  await plan(processAt(began))
  return companyId
}

const standing = async (companyId: string) => {
  const { status, nextInvoiceDate } = (await subscriberOf(memory.platform.db, companyId)) ?? {}
  const bills = await billsOfCompany(memory.platform.db, companyId)
  return { status, nextInvoiceDate, billed: bills.map(({ month }) => month) }
}

test('who begins at two past nine is not billed that month by a process whose clock has not reached nine', async () => {
  const companyId = await memory.addUser()
  await turn(companyId, true, nine(2))
  await plan(processAt(nine(-3)))
  await plan(processAt(nine(3)))
  await plan(processAt(nine(-2)))
  await plan(processAt(nine(4)))
  expect(await standing(companyId)).toEqual({
    status: 'active',
    nextInvoiceDate: billingTime(NEXT),
    billed: [],
  })
})

test('nobody is billed for a month in which billing was enabled at two past nine, whatever another clock shows', async () => {
  const { db } = memory.platform
  await writeSettings(db, { billingEnabled: false })
  const companyId = await memory.addUser()
  await turn(companyId, true, osloInstant('2026-12-10', 12))
  await saveSettings(processAt(nine(2)), admin(), FORM)
  await plan(processAt(nine(-3)))
  await plan(processAt(nine(3)))
  expect(await standing(companyId)).toMatchObject({ status: 'active', billed: [] })
})

test('a date that a clock months ahead has set is put right', async () => {
  const companyId = await customer()
  await plan(processAt(osloInstant('2027-06-10', 12)))
  await plan(processAt(osloInstant('2026-12-10', 12)))
  expect(await standing(companyId)).toMatchObject({ nextInvoiceDate: billingTime(MONTH) })
  await plan(processAt(nine()))
  expect(await standing(companyId)).toMatchObject({ billed: ['2027-06', MONTH] })
})

test('who was paused while billing was disabled is first billed on the next 1st, as everybody is', async () => {
  const { db } = memory.platform
  const companyId = await customer()
  await turn(companyId, false, osloInstant('2026-12-20', 12))
  await plan(processAt(nine()))
  expect(await standing(companyId)).toMatchObject({ status: 'paused' })
  await saveSettings(processAt(nine(60)), admin(), { ...FORM, billingEnabled: false })
  await turn(companyId, true, osloInstant(`${MONTH}-05`, 12))
  const enabled = osloInstant(`${MONTH}-15`, 12)
  await saveSettings(processAt(enabled), admin(), FORM)
  await plan(processAt(osloInstant(`${MONTH}-15`, 13)))
  expect(await standing(companyId)).toEqual({
    status: 'active',
    nextInvoiceDate: billingTime(NEXT),
    billed: [],
  })
  await plan(processAt(billingTime(NEXT)))
  expect(await standing(companyId)).toMatchObject({ billed: [NEXT] })
  expect(monthOf(today(enabled))).toBe(MONTH)
  expect(await subscriberOf(db, companyId)).toMatchObject({ heldByAdmin: false })
})

test('a price saved while another administrator chooses their own connection does not put back the former company', async () => {
  const other = await memory.addUser('annen')
  const { db } = memory.platform
  const meanwhile = afterReading(db, subscriptionSettings, () =>
    writeSettings(db, { adminUserId: other, adminFikenCompanySlug: 'annen-as' }),
  )
  await expect(
    saveSettings({ ...processAt(nine()), db: meanwhile }, admin(), { ...FORM, monthlyPrice: 600 }),
  ).rejects.toMatchObject({ status: 409, code: 'connection_changed' })
  expect(await readSettings(db)).toMatchObject({
    adminUserId: other,
    adminFikenCompanySlug: 'annen-as',
    monthlyPrice: 50_000,
  })
})

test('the account that becomes the sender while the run is under way is not billed', async () => {
  const companyId = await customer()
  const db = afterReading(memory.platform.db, companies, () =>
    writeSettings(memory.platform.db, { adminUserId: companyId }),
  )
  expect(await plan({ ...processAt(nine()), db })).toBe(0)
  expect(await standing(companyId)).toMatchObject({ billed: [] })
})
