import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Database } from './database.ts'
import { isDiskFull } from './outage.ts'
import { HttpError } from '../http-error.ts'

/**
 * Tells whether there is room on the disk. The embedded database does not survive a write without
 * room, so below a reserve no change is begun. PostgreSQL refuses such a write and goes on; its
 * disk is known only by these refusals.
 */
export interface Room {
  isFull(): boolean
  free(): number
  /** Notes the error if the database refused a write for lack of space. */
  note(error: unknown): void
}

/** Several segments of the embedded database's log, each allocated whole. */
export const RESERVE_BYTES = 48 * 2 ** 20
/** The time for which a refused write counts; the product writes more often than this. */
const REFUSED_COUNTS_MS = 60_000

/** Returns the free bytes at a folder; tests replace it. */
export type FreeSpace = (folder: string) => number

export const freeSpace: FreeSpace = (folder) => {
  const { bavail, bsize } = statfsSync(nearestExisting(folder))
  return bavail * bsize
}

/** Returns the folder itself, or the nearest existing one above it. */
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
 * Refuses writing requests where they would break the embedded database. A refused webhook is sent
 * again, and the sweep finds its job.
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
