import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { afterEmptyLook, judgeAbsence, SOON_MS } from '../reservations/absence.ts'
import type { DocumentRun, DocumentState } from './document-run.ts'

/**
 * Ends a run that found neither draft nor invoice in Fiken although a draft was, or may have been,
 * created. A single look-up that finds nothing proves nothing, because Fiken's lists can lag behind
 * its writes (decision 0021).
 */
export function nothingThere<Ending extends object>(document: DocumentRun<Ending>): Ending {
  const { endings, keepsLooking, note, platform, state } = document
  const { invoiceRequest } = state()
  const { absence, verdict } = emptyLook(platform, state())
  note('Fant verken utkastet eller en faktura av det i Fiken', false)
  const looksOn = keepsLooking || absence.then !== null || invoiceRequest !== null
  if (!verdict.gone && looksOn) return endings.lookAgain(absence, verdict.lookAgainAt)
  if (invoiceRequest?.accepted) return endings.unlisted(absence)
  return endings.gone(absence, verdict.gone)
}

/** Counts one more look-up that found nothing, and decides whether the draft is gone. */
export function emptyLook(
  { clock, ladderScale: scale }: Pick<Platform, 'clock' | 'ladderScale'>,
  { absence: before, invoiceRequest }: Pick<DocumentState, 'absence' | 'invoiceRequest'>,
) {
  const now = instant(clock)
  const absence = afterEmptyLook(before, now)
  const invoiceRequested = invoiceRequest !== null
  return { absence, verdict: judgeAbsence(absence, { now, invoiceRequested, scale }) }
}

/** Returns the ending that schedules the next look-up soon, because most lags are short. */
export function lookAgainSoon<Ending extends object>(document: DocumentRun<Ending>): Ending {
  const { clock, ladderScale } = document.platform
  const at = new Date(clock.now() + SOON_MS * ladderScale)
  return document.endings.lookAgain(document.state().absence, at)
}
