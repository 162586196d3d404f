import type { BuiltDraft, DraftInput, DraftResult } from '#server/features/drafts/draft'
import { aJob, aLine, norwegianRates } from './vendors/vendor-objects.ts'

export function aDraftInput(changes: Partial<DraftInput> = {}): DraftInput {
  return {
    job: aJob(),
    lines: [aLine()],
    payments: [],
    materials: [],
    products: [],
    taxRates: norwegianRates(),
    vatMappings: [],
    company: { vatRegistered: true, accounts: null },
    currency: 'NOK',
    configuration: {
      descriptionSource: 'invoice_description',
      mode: 'draft',
      bankAccountNumber: null,
    },
    recipient: { yourReference: '', daysUntilDueDate: null },
    uuid: '43baae0f-8abe-5262-a33b-3e3a00a17d92',
    now: new Date('2026-11-20T12:00:00Z'),
    ...changes,
  }
}

/**
 * Returns the built draft of a result.
 * @throws with the problems when there is no draft
 */
export function builtOf(result: DraftResult): BuiltDraft {
  if (!result.ok) throw new Error(result.problems.map((one) => one.message).join('\n'))
  return result
}
