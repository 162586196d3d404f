import type { Act } from '#shared/access/roles'
import type { ConfigurationRow } from './queries.ts'
import type { SavePlan } from './plan.ts'

/**
 * Returns the acts that a save of settings consists of, each of which the caller's role must allow.
 * Choosing the first company is part of connecting Fiken; any other moves the invoices elsewhere.
 */
export function actsOfSave(
  current: Pick<ConfigurationRow, 'activatedAt' | 'fikenCompanySlug'>,
  { changes, company, bankAccountCode }: SavePlan,
): Act[] {
  const { invoiceCreationMode, isActive, activatedAt, ...others } = changes
  // The start date is set when the integration is switched on the first time, and never before.
  const activates = isActive === true || activatedAt !== undefined
  const acts: (Act | false)[] = [
    company !== undefined &&
      (current.fikenCompanySlug === null ? 'connect_fiken' : 'change_fiken_company'),
    company === undefined && bankAccountCode !== undefined && 'bank_account',
    invoiceCreationMode !== undefined && 'invoice_mode',
    activates && current.activatedAt === null && 'first_activation',
    (isActive !== undefined || activatedAt !== undefined) &&
      current.activatedAt !== null &&
      'configuration',
    Object.keys(others).length > 0 && 'configuration',
  ]
  return [...new Set(acts.filter((act) => act !== false))]
}
