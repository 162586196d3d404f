import type { Reactions } from '../../platform/hooks.ts'
import { HttpError } from '../../platform/http-error.ts'
import { sendsTheBills } from './queries.ts'
import { BILLING, BILLING_LANE } from './queue-name.ts'

/**
 * Wakes the billing queue when a user switches the integration on; if the wake-up is lost, the
 * queue's next check finds the same subscription. The company whose Fiken connection sends the bills
 * stays with its administrator (rule 31).
 */
export const billingReactions: Reactions = {
  activated: ({ queue }) => {
    queue.wake(BILLING, BILLING_LANE)
    return Promise.resolve()
  },
  changingOwner: async (_platform, { tx, companyId }) => {
    if (await sendsTheBills(tx, companyId))
      throw new HttpError(
        409,
        'billing_account',
        'Fakturaene lages med firmaets Fiken-tilkobling. Velg en annen under Admin Panel først.',
      )
  },
}
