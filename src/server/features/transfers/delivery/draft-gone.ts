import { formatClock } from '#shared/dates'
import { SEND_AGAIN } from '#shared/transfer-status'
import { instant } from '../../../platform/clock.ts'
import {
  afterEmptyLook,
  judgeAbsence,
  SOON_MS,
  withRequest,
  type Absence,
} from '../../reservations/absence.ts'
import { FORGOTTEN_DRAFT } from '../forgotten-draft.ts'
import { standing } from '../outcome.ts'
import type { Run } from './context.ts'
import { Ending, failed } from './ending.ts'

/**
 * How a run ends that found nothing in Fiken where a draft was, or may have been: it is looked for
 * again until it is known to be gone, and then what the person wanted is done. If nothing has been
 * asked for yet, the person is asked.
 */
export function nothingThere(run: Run): Ending {
  const { row, timeline } = run
  const { absence, verdict } = emptyLook(run)
  timeline.step(run.stage, 'Fant verken utkastet eller en faktura av det i Fiken', false)
  if (!verdict.gone && (absence.then !== null || row.invoiceRequest))
    return lookAgain(absence, verdict.lookAgainAt)
  if (row.invoiceRequest?.accepted) return stillUnlisted(absence)
  if (!verdict.gone || absence.then === null) {
    // Of an invoice that may have been requested nothing can come any more: it has been looked for
    // as long as any lag lasts.
    const requested = verdict.gone ? { invoiceRequest: null } : {}
    return failed('draft_deleted', undefined, { absence, ...requested })
  }
  return absence.then === SEND_AGAIN ? sendAgain(run) : forgetTransfer()
}

/** Counts this look-up as one that found nothing, and judges. */
export function emptyLook({ row, platform }: Pick<Run, 'row' | 'platform'>) {
  const now = instant(platform.clock)
  const absence = afterEmptyLook(row.absence, now)
  const verdict = judgeAbsence(absence, {
    now,
    invoiceRequested: row.invoiceRequest !== null,
    scale: platform.ladderScale,
  })
  return { absence, verdict }
}

/** Back into the queue until then; what a person sees is "Sjekkes i Fiken". */
export function lookAgain(absence: Absence | null, at: Date): Ending {
  return new Ending(checking(at), `Sjekkes i Fiken igjen kl. ${formatClock(at)}`, { absence })
}

/** An invoice was requested, and is not listed yet: most lags are short. */
export function lookAgainSoon({ row, platform }: Run): Ending {
  return lookAgain(row.absence, new Date(platform.clock.now() + SOON_MS * platform.ladderScale))
}

const checking = (at: Date | null) =>
  ({ kind: 'again', at, cause: 'checking', attempts: 0 }) as const

/** The row while the lane looks for its draft, to do after that what a person wants. */
export function lookingFor(absence: Absence | null, request: Parameters<typeof withRequest>[1]) {
  return {
    ...standing(checking(null)),
    pendingReason: null,
    absence: withRequest(absence, request),
  }
}

export const WILL_SEND_AGAIN =
  'Vi ser etter utkastet i Fiken i ti minutter, og sender så jobben på nytt.'

/**
 * The revision rises: a person wanted that, and the former draft is gone. Claimed again
 * immediately, under a new uuid.
 */
function sendAgain({ row }: Run): Ending {
  return new Ending(
    { kind: 'queued' },
    'Utkastet er borte fra Fiken, og det er ingen faktura av det. Jobben sendes på nytt.',
    {
      ...FORGOTTEN_DRAFT,
      revision: row.revision + 1,
      needsFetch: true,
      // The jobs of one draft go together again.
      collectiveRun: row.collectiveId,
    },
    'text',
  )
}

/** The uuid stays: should a person restore the transfer, it is looked for again. */
function forgetTransfer(): Ending {
  return new Ending(
    { kind: 'failed', cause: 'draft_deleted' },
    'Utkastet er borte fra Fiken. Overføringen er slettet.',
    { skipTransfer: true, outcomeUnknown: false, invoiceRequest: null, absence: null },
  )
}

/**
 * Fiken has said that the invoice is made, so no new one is ever made by us, however long its lists
 * do not show it.
 */
export function stillUnlisted(absence: Absence): Ending {
  return failed(
    'outcome_unknown',
    'Fiken har bekreftet at fakturaen er laget, men den er ikke i Fikens lister ennå. Se i Fiken, og sjekk igjen her.',
    { absence },
  )
}
