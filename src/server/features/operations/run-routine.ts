import type { RoutineName } from '#shared/contracts/operations'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordOperation } from './record-operation.ts'

const NAMES: Record<RoutineName, string> = {
  'webhook-check': 'Kontrollen av webhooker',
  retention: 'Slettingen av det som er eldre enn lovet',
  'weekly-summary': 'Ukesoppsummeringene',
}

/**
 * Starts what the clock would start.
 *
 * @returns what was started, in Norwegian
 * @throws HttpError 409 `already_running`
 */
export async function runRoutine(
  platform: Platform,
  adminId: string,
  name: RoutineName,
): Promise<string> {
  const said = NAMES[name]
  if (!(await platform.queue.runNow(name)))
    throw new HttpError(409, 'already_running', `${said} er i gang allerede.`)
  const message = `${said} er satt i gang.`
  await recordOperation(platform, adminId, {
    action: 'admin_routine_started',
    description: message,
  })
  return message
}
