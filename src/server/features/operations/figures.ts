import { instant } from '../../platform/clock.ts'
import { readVersion } from '../../platform/installed.ts'
import type { Figure } from '../../platform/metrics.ts'
import type { Platform } from '../../platform/platform.ts'
import { countBills } from '../billing/queries.ts'
import { isOurReason } from '../connections/token-refusal.ts'
import { databaseSize, migrationState } from './database-store.ts'
import { failuresByCause } from './failure-store.ts'
import { refusedGrants, vendorFigures } from './vendor-store.ts'

/**
 * Returns the installation's metrics for Prometheus. Every process returns the same values, because
 * they are read from the database, so alert rules use the maximum (docs/alerts.yml).
 */
export async function operationFigures(platform: Platform): Promise<readonly Figure[]> {
  const { db, queue } = platform
  const now = instant(platform.clock)
  const secondsSince = (at: Date | null) =>
    at === null ? 0 : Math.max(0, now.getTime() - at.getTime()) / 1_000
  const queues = await queue.states()
  const vendors = await vendorFigures(db, now)
  const failures = await failuresByCause(db)
  const refusals = await refusedGrants(db)
  const bills = await countBills(db)
  const { bytes, tables } = await databaseSize(db)
  const { missing, unknown } = await migrationState(db)
  const { number, commit } = await readVersion()
  const perQueue = (valueOf: (state: (typeof queues)[number]) => number) =>
    queues.map((state) => ({ labels: { queue: state.name }, value: valueOf(state) }))
  const perVendor = (valueOf: (state: (typeof vendors)[number]) => number) =>
    vendors.map((state) => ({ labels: { vendor: state.vendor }, value: valueOf(state) }))
  return [
    {
      name: 'fakturabro_build_info',
      labels: ['version', 'commit'],
      help: 'Always 1; the labels say what runs',
      samples: [{ labels: { version: number, commit: commit ?? '' }, value: 1 }],
    },
    {
      name: 'fakturabro_queue_waiting',
      labels: ['queue'],
      help: 'Rows that could be worked on now',
      samples: perQueue(({ waiting }) => waiting),
    },
    {
      name: 'fakturabro_queue_later',
      labels: ['queue'],
      help: 'Rows that wait for a time to come, or for somebody to connect again',
      samples: perQueue(({ later }) => later),
    },
    {
      name: 'fakturabro_queue_oldest_seconds',
      labels: ['queue'],
      help: 'How long the oldest row that could be worked on has waited; 0 = none',
      samples: perQueue(({ oldestAt }) => secondsSince(oldestAt)),
    },
    {
      name: 'fakturabro_queue_running',
      labels: ['queue'],
      help: 'Lanes that are being drained',
      samples: perQueue(({ running }) => running),
    },
    {
      name: 'fakturabro_queue_running_seconds',
      labels: ['queue'],
      help: 'How long the oldest lane that is being drained has been; 0 = none',
      samples: perQueue(({ runningSince }) => secondsSince(runningSince)),
    },
    {
      name: 'fakturabro_stopped_transfers',
      labels: ['cause'],
      help: 'Transfers that have stopped, by cause',
      samples: failures.map(({ code, failed }) => ({ labels: { cause: code }, value: failed })),
    },
    {
      name: 'fakturabro_retrying_transfers',
      labels: ['cause'],
      help: 'Transfers that are tried again automatically, by cause',
      samples: failures.map(({ code, retrying }) => ({ labels: { cause: code }, value: retrying })),
    },
    {
      name: 'fakturabro_grants',
      labels: ['vendor', 'state'],
      help: 'Grants of active users by vendor: connected, or expired and to be connected again',
      samples: vendors.flatMap(({ vendor, connected, expired }) => [
        { labels: { vendor, state: 'connected' }, value: connected },
        { labels: { vendor, state: 'expired' }, value: expired },
      ]),
    },
    {
      name: 'fakturabro_paused_lanes',
      labels: ['vendor'],
      help: 'Lanes at rest because the vendor did not answer',
      samples: perVendor(({ paused }) => paused),
    },
    {
      name: 'fakturabro_vendor_silent_seconds',
      labels: ['vendor'],
      help: 'How long ago a list of the vendor was last read to its end, by anybody; 0 = never',
      samples: perVendor(({ heardAt }) => secondsSince(heardAt)),
    },
    {
      name: 'fakturabro_refused_grants',
      labels: ['vendor', 'reason', 'fault'],
      help: 'Grants for which a token endpoint gives no tokens now',
      samples: refusals.map(({ vendor, reason, grants }) => ({
        labels: { vendor, reason, fault: isOurReason(reason) ? 'installation' : 'vendor' },
        value: grants,
      })),
    },
    {
      name: 'fakturabro_bills',
      labels: ['status'],
      help: 'Monthly bills by status, of all months that are kept',
      samples: bills.map(({ status, count }) => ({ labels: { status }, value: count })),
    },
    {
      name: 'fakturabro_database_bytes',
      labels: [],
      help: 'Size of the database',
      samples: [{ value: bytes }],
    },
    {
      name: 'fakturabro_table_bytes',
      labels: ['table'],
      help: 'Size of the largest tables with their indexes',
      samples: tables.map(({ name, bytes: size }) => ({ labels: { table: name }, value: size })),
    },
    {
      name: 'fakturabro_migrations_apart',
      labels: [],
      help: 'Migrations that only the database, or only this version, has',
      samples: [{ value: missing + unknown }],
    },
  ]
}
