import type { ReconciliationAnswer } from '#shared/contracts/reconciliation'
import { formatMonth, monthOf, today } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { actorsShownTo } from '../auth/people-queries.ts'
import { configurationOf } from '../configuration/queries.ts'
import { fingerprintOf } from './fingerprint.ts'
import { deleteMark, holdCheck, markOf, putMark } from './mark-store.ts'
import type { ReconciliationRecord } from './store.ts'

export const isOver = (month: string, now: Date): boolean => month < monthOf(today(now))

/** Returns who marked the checked month as reconciled, and whether its figures have changed since. */
export async function readMark(
  db: Db,
  { companyId, reader }: { companyId: string; reader: string },
  { month, fikenCompanySlug, fingerprint }: ReconciliationRecord,
): Promise<ReconciliationAnswer['reconciled']> {
  const mark = await markOf(db, companyId, month)
  if (!mark || mark.fikenCompanySlug !== fikenCompanySlug) return null
  const { jobs, inFiken } = mark.summary
  const actorOf = await actorsShownTo(db, { reader, companyId }, [mark.actorId])
  return {
    actor: actorOf(mark.actorId),
    at: mark.markedAt.toISOString(),
    changed: fingerprint !== null && fingerprint !== mark.fingerprint,
    figures: { jobs, inFiken },
  }
}

/**
 * Marks the month as reconciled with the figures of the check that the user has seen.
 * @throws HttpError 409 `month_not_over`, `month_not_checked`, or `checked_again` when a newer check
 * has a result
 */
export async function markMonth(
  { db, clock }: Platform,
  companyId: string,
  actor: Actor,
  { month, checkedAt }: { month: string; checkedAt: string },
): Promise<string> {
  const now = instant(clock)
  if (!isOver(month, now))
    throw new HttpError(409, 'month_not_over', 'Måneden kan merkes som avstemt når den er over.')
  const { fikenCompanySlug } = await configurationOf(db, companyId)
  await db.transaction(async (tx) => {
    const check = await holdCheck(tx, companyId, month)
    const { summary, rows, fikenCompanySlug: slug } = check ?? {}
    if (!check?.checkedAt || !summary || !rows || !slug || slug !== fikenCompanySlug)
      throw new HttpError(409, 'month_not_checked', 'Sjekk måneden før du merker den som avstemt.')
    if (check.checkedAt.toISOString() !== checkedAt)
      throw new HttpError(
        409,
        'checked_again',
        'Måneden er sjekket på nytt siden du åpnet den. Se over den og merk den igjen.',
      )
    await putMark(tx, {
      companyId,
      month,
      fikenCompanySlug: slug,
      fingerprint: fingerprintOf(rows),
      summary,
      actorId: actor.id,
      markedAt: now,
    })
    await log(tx, { companyId, actor, month, at: now }, 'merket som avstemt')
  })
  return `${capital(formatMonth(month))} er merket som avstemt.`
}

/** Removes the mark of a month; does nothing if there is none. */
export async function unmarkMonth(
  { db, clock }: Platform,
  companyId: string,
  actor: Actor,
  month: string,
): Promise<string> {
  await db.transaction(async (tx) => {
    if (await deleteMark(tx, companyId, month))
      await log(
        tx,
        { companyId, actor, month, at: instant(clock) },
        'ikke lenger merket som avstemt',
      )
  })
  return `${capital(formatMonth(month))} er ikke lenger merket som avstemt.`
}

interface Marking {
  companyId: string
  actor: Actor
  month: string
  at: Date
}

const log = (tx: Db, { month, ...marking }: Marking, what: string) =>
  recordActivity(tx, {
    ...marking,
    type: 'configuration',
    action: 'month_reconciled',
    description: `${capital(formatMonth(month))} er ${what}`,
    success: true,
  })

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
