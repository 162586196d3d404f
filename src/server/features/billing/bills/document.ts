import type { DocumentChange, DocumentRun, DocumentState } from '../../documents/document-run.ts'
import type { BillChange, BillRow } from '../bill-store.ts'
import { beforeSend, write, type BillEnding, type BillRun } from './run.ts'

/** A bill's document, for the steps in documents/. */
export function documentOf(run: BillRun): DocumentRun<BillEnding> {
  const { platform, fiken, signal, bill } = run
  // A clean refusal leaves the bill in the company where it was before, if in any.
  const formerly = bill.fikenCompanySlug
  const columns = (change: DocumentChange): BillChange => columnsOf(change, fiken.slug, formerly)
  return {
    platform,
    fiken,
    signal,
    uuid: bill.draftUuid,
    failures: bill.failures,
    keepsLooking: true,
    state: () => stateOf(bill),
    note: (text, ok) => {
      if (ok === false)
        platform.log.info({ bill: bill.id, text }, 'a bill is being settled with Fiken')
    },
    write: (change) => write(run, columns(change)),
    beforeSend: (change) => beforeSend(run, columns(change)),
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

function stateOf(bill: BillRow): DocumentState {
  const { fikenDraftId, outcomeUnknown, attempts, absence } = bill
  const { invoiceRequestedAt: at, invoiceAccepted: accepted } = bill
  return {
    draftId: fikenDraftId === null ? null : Number(fikenDraftId),
    outcomeUnknown,
    attempts,
    invoiceRequest: at && { at: at.toISOString(), accepted },
    absence,
  }
}

function columnsOf(
  { draftId, attempts, invoiceRequest, ...same }: DocumentChange,
  slug: string,
  formerly: string | null,
): BillChange {
  const mayBeThere = same.outcomeUnknown === true || typeof draftId === 'number'
  return {
    ...same,
    ...(same.outcomeUnknown === undefined
      ? {}
      : { fikenCompanySlug: mayBeThere ? slug : formerly }),
    ...(draftId === undefined ? {} : { fikenDraftId: draftId?.toString() ?? null }),
    ...(attempts ? { attempts: [...attempts] } : {}),
    ...(invoiceRequest === undefined
      ? {}
      : {
          invoiceRequestedAt: invoiceRequest && new Date(invoiceRequest.at),
          invoiceAccepted: invoiceRequest?.accepted ?? false,
        }),
  }
}
