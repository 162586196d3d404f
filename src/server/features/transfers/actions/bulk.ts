import type { CauseCode } from '#shared/causes/index'
import type { Task } from '#shared/contracts/tasks'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import type { ManyAct } from '#shared/contracts/transfers/bulk'
import { jobTitle } from '#shared/transfer-display'
import { WAITS_FOR_A_YES } from '#shared/transfer-status'
import type { Db } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { joiningIfStarted } from '../screens/collective-store.ts'
import { readTask } from '../../tasks/read-task.ts'
import { startTask } from '../../tasks/start-task.ts'
import { countOf, retryTransfers, skipTransfers, transferTasks } from './bulk-tasks.ts'
import { failedByCause, transfersByIds, type LookedAt } from './bulk-store.ts'

/**
 * Starts a task that performs one action on many transfers and continues when the user leaves the
 * page. With a cause, the task takes as many transfers as it can hold, oldest first.
 * @throws HttpError 400 when neither rows nor a cause are given, 404 when no such rows exist
 */
export async function actOnMany(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  {
    act,
    ids,
    cause,
    byOperator = false,
  }: {
    act: ManyAct
    ids?: string[] | undefined
    cause?: CauseCode | undefined
    byOperator?: boolean
  },
): Promise<{ message: string; task: Task; remaining: number }> {
  const { rows, total } = await chosen(platform, companyId, ids, cause)
  const request = {
    actor,
    items: rows.map((row) => ({ subject: row.id, title: titleOf(row) })),
    ...(cause ? { rule: `cause: ${cause}` } : {}),
  }
  const ofCause = cause ? { cause } : {}
  const { id, started } =
    act === 'retry'
      ? await startTask(platform, companyId, {
          ...request,
          kind: retryTransfers,
          parameters: {
            ...ofCause,
            first: rows.some(({ status }) => status !== 'failed'),
            joins: await allJoin(platform, companyId, rows),
            byOperator,
          },
        })
      : await startTask(platform, companyId, {
          ...request,
          kind: skipTransfers,
          parameters: ofCause,
        })
  const remaining = total - rows.length
  return {
    message: started
      ? `Behandler ${countOf(rows.length)}.${laterOf(remaining)}`
      : 'Dette er allerede i gang.',
    task: await readTask(platform, transferTasks, companyId, id),
    remaining,
  }
}

async function allJoin(
  { db }: Platform,
  companyId: string,
  rows: readonly LookedAt[],
): Promise<boolean> {
  if (rows.some(({ status }) => status !== 'pending')) return false
  const joining = await joiningIfStarted(db, companyId, rows)
  return rows.every(({ id }) => joining.has(id))
}

/**
 * Returns the transfers that would wait for their customer's collective draft if started (decision
 * 0054).
 */
export async function joiningOf(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = (await transfersByIds(db, companyId, ids)).filter(
    ({ status, pendingReason }) => status === 'pending' && WAITS_FOR_A_YES.includes(pendingReason),
  )
  return joiningIfStarted(db, companyId, rows)
}

const laterOf = (remaining: number) =>
  remaining > 0 ? ` ${remaining} til kan startes når de er behandlet.` : ''

async function chosen(
  platform: Platform,
  companyId: string,
  ids: string[] | undefined,
  cause: CauseCode | undefined,
) {
  if (cause) {
    const failed = await failedByCause(platform.db, companyId, cause, MOST_ITEMS)
    if (failed.total === 0)
      throw new HttpError(404, 'not_found', 'Ingen overføringer står stille av den årsaken lenger.')
    return failed
  }
  if (!ids) throw new HttpError(400, 'invalid', 'Velg minst én overføring.')
  const rows = await transfersByIds(platform.db, companyId, [...new Set(ids)])
  if (rows.length === 0) throw new HttpError(404, 'not_found', 'Overføringene finnes ikke.')
  return { rows, total: rows.length }
}

const titleOf = (row: LookedAt) => jobTitle({ job_number: row.jobNumber }, row.servicem8JobId)
