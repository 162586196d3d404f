import { QUEUES, ROUTINES, type Operations, type QueueState } from '#shared/contracts/operations'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { readVersion } from '../../platform/installed.ts'
import { countBills, countBillsWaitingForFiken } from '../billing/queries.ts'
import { isOurReason } from '../connections/tokens/token-refusal.ts'
import { canRetry } from './can-retry.ts'
import { databaseSize, migrationState } from './database-store.ts'
import { failuresByCause } from './failure-store.ts'
import { slowestTenants } from './tenant-store.ts'
import { refusedGrants, vendorFigures } from './vendor-store.ts'

const DAY_MS = 24 * 60 * 60_000

/** How the installation is now, over all users and processes. */
export async function readOperations(platform: Platform): Promise<Operations> {
  const { db, clock, config, database, queue, startedAt } = platform
  const now = instant(clock)
  const failures = await failuresByCause(db)
  const tenants = await slowestTenants(db, new Date(now.getTime() - DAY_MS))
  return {
    readAt: now.toISOString(),
    version: {
      ...(await readVersion()),
      startedAt: startedAt.toISOString(),
      node: process.versions.node,
      role: config.role,
    },
    database: {
      kind: database.kind,
      ...(await databaseSize(db)),
      migrations: await migrationState(db),
    },
    queues: await queueStates(platform),
    routines: ROUTINES.flatMap((name) => {
      const found = queue.appointments(now).find((routine) => routine.name === name)
      return found ? [{ name, nextAt: found.nextAt.toISOString() }] : []
    }),
    failures: failures.map(({ oldestAt, ...failure }) => ({
      ...failure,
      oldestAt: oldestAt.toISOString(),
      canRetry: canRetry(failure.code),
    })),
    vendors: await readVendors(platform, now),
    stoppedBills: (await countBills(db)).find(({ status }) => status === 'failed')?.count ?? 0,
    slowest: tenants.map(({ oldestAt, ...tenant }) => ({ ...tenant, oldestAt: textOf(oldestAt) })),
  }
}

async function queueStates({ queue }: Pick<Platform, 'queue'>): Promise<QueueState[]> {
  const states = await queue.states()
  return QUEUES.flatMap((name) => {
    const state = states.find((each) => each.name === name)
    if (!state) return []
    const { waiting, later, running } = state
    return [
      {
        ...{ name, waiting, later, running },
        oldestAt: textOf(state.oldestAt),
        runningSince: textOf(state.runningSince),
      },
    ]
  })
}

async function readVendors({ db }: Platform, now: Date): Promise<Operations['vendors']> {
  const refusals = await refusedGrants(db)
  const figures = await vendorFigures(db, now)
  const bills = await countBillsWaitingForFiken(db, now)
  return figures.map(({ vendor, firstTryAt, lastTryAt, heardAt, ...counts }) => ({
    vendor,
    ...counts,
    bills: vendor === 'fiken' ? bills : 0,
    refusals: refusals
      .filter((refusal) => refusal.vendor === vendor)
      .map(({ reason, grants }) => ({ reason, grants, ours: isOurReason(reason) })),
    firstTryAt: textOf(firstTryAt),
    lastTryAt: textOf(lastTryAt),
    heardAt: textOf(heardAt),
  }))
}

const textOf = (at: Date | null) => at?.toISOString() ?? null
