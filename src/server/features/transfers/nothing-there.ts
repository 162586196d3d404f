import { causeOf } from '#shared/causes'
import { formatClock } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import { afterEmptyLook, judgeAbsence, SOON_MS, withWish, type Absence } from './absence.ts'
import { FORGOTTEN_DRAFT } from './forgotten-draft.ts'
import type { Run } from './run.ts'
import { failWith, Stop } from './stop.ts'

/**
 * How a run ends that found nothing in Fiken where a draft was, or may have been: it is looked for again until it is known to be gone, and
 * then what the person wanted is done. Nobody wanted anything yet: the person is asked.
 */
export function nothingThere(run: Run): Stop {
  const { row, journal } = run
  const { absence, verdict } = emptyLook(run)
  journal.step(run.stage, 'Fant verken utkastet eller en faktura av det i Fiken', false)
  if (!verdict.gone && (absence.then !== null || row.invoiceRequest)) return lookAgain(absence, verdict.lookAgainAt)
  if (row.invoiceRequest?.accepted) return stillUnlisted(absence)
  if (!verdict.gone || absence.then === null) {
    // Of an invoice that may have been requested nothing can come any more: it has been looked for as long as any lag lasts.
    const requested = verdict.gone ? { invoiceRequest: null } : {}
    return failWith('draft_deleted', undefined, { absence, ...requested })
  }
  return absence.then === 'send_anew' ? sendAnew(run) : forgetTransfer()
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
export function lookAgain(absence: Absence | null, at: Date): Stop {
  const change = { ...checkingUntil(at), absence }
  return new Stop(`Sjekkes i Fiken igjen kl. ${formatClock(at)}`, change, false)
}

/** An invoice was requested, and is not listed yet: most lags are short. */
export function lookAgainSoon({ row, platform }: Run): Stop {
  return lookAgain(row.absence, new Date(platform.clock.now() + SOON_MS * platform.ladderScale))
}

function checkingUntil(at: Date | null) {
  const { explanation } = causeOf('checking')
  return { status: 'queued', errorCode: 'checking', errorMessage: explanation, attempts: 0, nextAttemptAt: at } as const
}

/** The row while the lane looks for its draft, to do after that what a person wants. */
export function lookingFor(absence: Absence | null, wish: Parameters<typeof withWish>[1]) {
  return { ...checkingUntil(null), pendingReason: null, absence: withWish(absence, wish) }
}

export const WILL_SEND_ANEW = 'Vi ser etter utkastet i Fiken i ti minutter, og sender så jobben på nytt.'

/** The revision rises: a person wanted that, and the former draft is gone. Claimed again at once, under a new uuid. */
function sendAnew({ row }: Run): Stop {
  return new Stop('Utkastet er borte fra Fiken, og det er ingen faktura av det. Jobben sendes på nytt.', {
    ...FORGOTTEN_DRAFT,
    status: 'queued',
    revision: row.revision + 1,
    needsFetch: true,
    attempts: 0,
    nextAttemptAt: null,
    errorCode: null,
    errorMessage: null,
  })
}

/** The uuid stays: should a person restore the transfer, it is looked for again. */
function forgetTransfer(): Stop {
  const { explanation } = causeOf('draft_deleted')
  return new Stop(
    'Utkastet er borte fra Fiken. Overføringen er slettet.',
    {
      status: 'failed',
      skipTransfer: true,
      outcomeUnknown: false,
      invoiceRequest: null,
      absence: null,
      errorCode: 'draft_deleted',
      errorMessage: explanation,
      nextAttemptAt: null,
    },
    false,
  )
}

/** Fiken has said that the invoice is made, so no new one is ever made by us, however long its lists do not show it. */
export function stillUnlisted(absence: Absence): Stop {
  return failWith(
    'outcome_unknown',
    'Fiken har bekreftet at fakturaen er laget, men den er ikke i Fikens lister ennå. Se i Fiken, og sjekk igjen her.',
    { absence },
  )
}
