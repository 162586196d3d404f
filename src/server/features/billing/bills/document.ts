import type { DocumentChange, DocumentRun } from '../../documents/document-run.ts'
import type { BillChange } from '../bill-store.ts'
import { beforeSend, write, type BillEnding, type BillRun } from './run.ts'

export function documentOf(run: BillRun): DocumentRun<BillEnding> {
  const { platform, fiken, signal, bill } = run
  const formerly = bill.companySlug
  // If Fiken refuses the draft, the bill keeps its former company, or none.
  const withCompany = (change: DocumentChange): BillChange => {
    if (change.outcomeUnknown === undefined) return change
    const mayBeThere = change.outcomeUnknown || typeof change.draftId === 'string'
    return { ...change, companySlug: mayBeThere ? fiken.slug : formerly }
  }
  return {
    platform,
    fiken,
    signal,
    uuid: bill.uuid,
    failures: bill.failures,
    keepsLooking: true,
    state: () => bill,
    note: (text, ok) => {
      if (ok === false)
        platform.log.info({ bill: bill.id, text }, 'a bill is being settled with Fiken')
    },
    write: (change) => write(run, withCompany(change)),
    beforeSend: (change) => beforeSend(run, withCompany(change)),
    endings: {
      lookAgain: (absence, at) => ({
        kind: 'again',
        at,
        cause: 'outcome_unknown',
        change: { absence },
      }),
      unlisted: (absence) => ({
        kind: 'failed',
        cause: 'outcome_unknown',
        message:
          'Fiken har bekreftet at fakturaen er laget, men den er ikke i Fikens lister ennå. Se i Fiken, og prøv igjen her.',
        change: { absence },
      }),
      gone: (absence) => ({ kind: 'failed', cause: 'bill_deleted', change: { absence } }),
      uuidUsed: () => ({ kind: 'failed', cause: 'bill_deleted' }),
      noNumberSeries: () => ({ kind: 'failed', cause: 'missing_number_series' }),
    },
  }
}
