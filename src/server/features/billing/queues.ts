import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { dueCompanies } from '../appointments/due.ts'
import { backlogOfBills, hasSendableBills } from './bill-store.ts'
import { sendBills } from './bills/send-bills.ts'
import { nextBilling } from './calendar.ts'
import { BILLING, BILLING_LANE } from './queue-name.ts'
import { readSettings } from './settings-store.ts'
import { planSubscriptions } from './subscriptions/plan-subscriptions.ts'
import { isAnybodyToBill, STARTS } from './subscriptions/subscription-store.ts'

const LOOK_MS = 15_000
/**
 * The maximum number of users read at once when looking for a subscription to start or resume. One
 * such user is enough to plan all subscriptions, but some of the users read have nothing to start.
 */
const STARTS_AT_A_TIME = 1_000

/**
 * Returns the queue of the monthly run. Due bills are read from the subscriptions instead of being
 * scheduled, so that each month is billed exactly once even if a process was down at 09:00, a clock
 * was changed, or two processes run.
 */
export function billingQueue(platform: Platform): LaneQueue {
  let lookAt = -Infinity
  const looks = async () => {
    const now = instant(platform.clock)
    const { billingEnabled, adminUserId: except } = await readSettings(platform.db)
    if (!billingEnabled) return false
    if (await isAnybodyToBill(platform.db, { now, latest: nextBilling(now), except })) return true
    const starting = await dueCompanies(platform.db, STARTS, now, STARTS_AT_A_TIME)
    return starting.some((companyId) => companyId !== except)
  }
  return {
    name: BILLING,
    concurrency: 1,
    drain: async (_lane, signal) => {
      await planSubscriptions(platform, signal)
      await sendBills(platform, signal)
    },
    due: async () => {
      const now = platform.clock.now()
      if (await hasSendableBills(platform.db, new Date(now))) return [BILLING_LANE]
      // If the clock was set back, the check does not wait.
      if (now < lookAt && now >= lookAt - LOOK_MS) return []
      lookAt = now + LOOK_MS * platform.ladderScale
      return (await looks()) ? [BILLING_LANE] : []
    },
    backlog: () => backlogOfBills(platform.db, instant(platform.clock)),
  }
}
