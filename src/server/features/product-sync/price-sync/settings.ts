import type { BodyOf } from '#shared/contract'
import {
  INTERVALS,
  NEVER_CHOSEN,
  PRICE_RUN,
  type PriceSyncSettings,
  type savePriceSync as saving,
} from '#shared/contracts/products/price-sync'
import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { savePriceSync } from '../../configuration/price-sync-settings.ts'
import { configurationOf, type ConfigurationRow } from '../../configuration/queries.ts'
import { countsOf, tasksOfKind } from '../../tasks/queries.ts'
import { comparable } from '../comparison/answer-comparison.ts'
import { readRefresh } from '../comparison/refresh-store.ts'
import { PRODUCT_LISTS } from '../queue-name.ts'
import { priceRun, prices } from './price-run.ts'

export async function readSettings(
  platform: Platform,
  companyId: string,
): Promise<PriceSyncSettings> {
  const row = await configurationOf(platform.db, companyId)
  const { autoPriceSyncEnabled: enabled, autoPriceSyncInterval, lastAutoPriceSync: last } = row
  const blocked = enabled ? await whyBlocked(platform, companyId) : null
  const next = last
    ? new Date(last.getTime() + autoPriceSyncInterval * 60_000)
    : instant(platform.clock)
  return {
    enabled,
    intervalMinutes: autoPriceSyncInterval,
    lastSync: last?.toISOString() ?? null,
    nextSync: enabled && blocked === null ? next.toISOString() : null,
    message: blocked ?? (await messageOf(platform.db, row)),
  }
}

/**
 * Saves the settings of the automatic price synchronisation.
 * @throws HttpError 400 `interval_needed` when no interval has been chosen, 400 for another
 * interval
 */
export async function saveSettings(
  platform: Platform,
  companyId: string,
  actor: Actor,
  { enabled, intervalMinutes }: BodyOf<typeof saving>,
): Promise<PriceSyncSettings> {
  const change = {
    ...(enabled === undefined ? {} : { autoPriceSyncEnabled: enabled }),
    ...(intervalMinutes === undefined ? {} : { autoPriceSyncInterval: intervalMinutes }),
  }
  await savePriceSync(platform, companyId, actor, change, requireInterval)
  platform.queue.wake(PRODUCT_LISTS, companyId)
  return readSettings(platform, companyId)
}

function requireInterval({
  autoPriceSyncEnabled: enabled,
  autoPriceSyncInterval: interval,
}: ConfigurationRow): void {
  if ((INTERVALS as readonly number[]).includes(interval)) return
  // The default value in the database, which the screen can send back unchanged.
  if (interval === NEVER_CHOSEN && !enabled) return
  const code = interval === NEVER_CHOSEN ? 'interval_needed' : 'invalid'
  throw new HttpError(400, code, 'Velg daglig, ukentlig eller månedlig.')
}

async function whyBlocked(platform: Platform, companyId: string): Promise<string | null> {
  try {
    await comparable(platform, companyId)
    return null
  } catch (error) {
    if (error instanceof HttpError) return error.message
    throw error
  }
}

async function messageOf(
  db: Db,
  { companyId, autoPriceSyncEnabled: enabled, lastAutoPriceSync: last }: ConfigurationRow,
): Promise<string> {
  const refresh = enabled ? await readRefresh(db, companyId) : null
  if (refresh?.problem) return `${refresh.problem} Vi prøver igjen.`
  if (last === null)
    return enabled
      ? 'Den første synkroniseringen starter så snart listene er lest.'
      : 'Prisene holdes ikke like av seg selv.'
  const [run] = await tasksOfKind(db, companyId, PRICE_RUN, last)
  if (!run) return 'Sist var ingen priser ulike.'
  const { done, failed, waiting, ...counts } = await countsOf(db, companyId, run.id)
  const leftAlone = counts.leftAlone + priceRun.read(run.parameters).unlisted
  const isOver = run.finishedAt !== null
  return `${isOver ? 'Sist' : 'Pågår'}: ${[
    `${prices(done)} er endret`,
    leftAlone > 0 ? `${leftAlone} er ikke endret` : '',
    failed > 0 ? `${failed} feilet` : '',
    isOver ? '' : `${waiting} gjenstår`,
  ]
    .filter(Boolean)
    .join(', ')}.`
}
