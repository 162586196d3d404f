import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Database } from './database.ts'
import { isDiskFull } from './outage.ts'
import { HttpError } from '../http-error.ts'

/**
 * The check for free space on the disk. The embedded database does not survive a write on a full
 * disk, so no change is started below a reserve of free space. PostgreSQL refuses such a write and
 * continues; only these refusals show that its disk is full.
 */
export interface Room {
  isFull(): boolean
  free(): number
  note(error: unknown): void
}

/**
 * The reserve in bytes: the size of several segments of the embedded database's log, which the
 * engine allocates whole.
 */
export const RESERVE_BYTES = 48 * 2 ** 20
/**
 * The time in milliseconds for which a refused write counts as a full disk. The product writes more
 * often than this.
 */
const REFUSED_COUNTS_MS = 60_000

export type FreeSpace = (folder: string) => number

export const freeSpace: FreeSpace = (folder) => {
  const { bavail, bsize } = statfsSync(nearestExisting(folder))
  return bavail * bsize
}

export function nearestExisting(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder
    ? folder
    : nearestExisting(path.dirname(folder))
}

export function createRoom(folder: string, space: FreeSpace = freeSpace): Room {
  let refusedAt = -Infinity
  const free = () => space(folder)
  return {
    free,
    isFull: () => free() < RESERVE_BYTES || performance.now() - refusedAt < REFUSED_COUNTS_MS,
    note: (error) => {
      if (isDiskFull(error)) refusedAt = performance.now()
    },
  }
}

export const noRoom = () =>
  new HttpError(
    503,
    'disk_full',
    'Det er ikke plass til å lagre mer på serveren akkurat nå. Ingenting er endret. Prøv igjen om litt.',
    { retryAfter: 60 },
  )

/**
 * Refuses write requests while the disk is too full for the embedded database. ServiceM8 sends a
 * refused webhook again, and the sweep finds missed jobs.
 */
export function refuseWithoutRoom(
  app: FastifyInstance,
  { room, database }: { room: Room; database: Pick<Database, 'kind'> },
): void {
  if (database.kind !== 'embedded') return
  app.addHook('onRequest', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD' && room.isFull()) throw noRoom()
  })
}
