import { causeOf, isCauseCode, type CauseCode } from '#shared/causes/index'
import { HttpError, notFound } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { actOnMany } from '../transfers/actions/bulk.ts'
import { canRetry } from './can-retry.ts'
import { usersToRetry } from './failure-store.ts'
import { recordOperation } from './record-operation.ts'

/**
 * Starts every transfer that has stopped by a cause, a task for each of its users. Those of a user
 * who has switched the integration off stay as they are.
 *
 * @returns what was started, in Norwegian
 * @throws HttpError 404 for what is no cause; 409 `needs_owner` when its owner must do something
 *   first, 409 `nothing_to_do`
 */
export async function retryFailures(
  platform: Platform,
  adminId: string,
  code: CauseCode,
): Promise<string> {
  const { title } = causeOf(code)
  if (!canRetry(code))
    throw new HttpError(
      409,
      'needs_owner',
      `«${title}» må eieren av jobben gjøre noe med først. Et nytt forsøk ville stoppe igjen.`,
    )
  const { startable, others } = await usersToRetry(platform.db, code)
  if (startable.length + others === 0 && !isCauseCode(code))
    throw notFound('Ingen overføringer har denne årsaken.')
  let jobs = 0
  let users = 0
  let remaining = 0
  for (const userId of startable) {
    const task = await start(platform, userId, code)
    if (task === null) continue
    jobs += task.total
    remaining += task.remaining
    users += 1
  }
  if (jobs === 0)
    throw new HttpError(
      409,
      'nothing_to_do',
      others === 0
        ? `Ingen overføringer står stille av årsaken «${title}» lenger.`
        : 'De som har jobber som står stille av denne årsaken, har slått av integrasjonen eller er deaktivert.',
    )
  const left =
    (others > 0
      ? ` ${ofUsers(others)} har slått av integrasjonen eller er deaktivert, og er ikke rørt.`
      : '') + (remaining > 0 ? ` ${remaining} til kan startes når disse er behandlet.` : '')
  const message = `${jobs === 1 ? '1 jobb' : `${jobs} jobber`} hos ${ofUsers(users)} prøves igjen.${left}`
  await recordOperation(platform, adminId, {
    action: 'admin_failures_retried',
    description: `Prøvde igjen alle med årsaken «${title}»: ${message}`,
  })
  return message
}

const ofUsers = (count: number) => (count === 1 ? '1 bruker' : `${count} brukere`)

/** Null when there is nothing more to start: the user, or another operator, was quicker. */
async function start(
  platform: Platform,
  userId: string,
  cause: CauseCode,
): Promise<{ total: number; remaining: number } | null> {
  try {
    const { task, remaining } = await actOnMany(platform, userId, {
      ...{ act: 'retry', cause },
      byOperator: true,
    })
    return { total: task.counts.total, remaining }
  } catch (error) {
    if (error instanceof HttpError && (error.status === 404 || error.code === 'too_many_tasks'))
      return null
    throw error
  }
}
