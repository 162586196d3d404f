import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Database } from './database.ts'
import { isDiskFull } from './outage.ts'
import { HttpError } from '../http-error.ts'

/**
 * Is there room for what must be stored? The embedded database does not survive a write for which
 * there is none: it must never get there, so below a reserve nothing that changes something is begun.
 * PostgreSQL refuses such a write and goes on; its disk is seen only by what it refuses.
 */
export interface Room {
  isFull(): boolean
  /** Bytes that are free where DATA_DIR is. */
  free(): number
  /** Takes note of a write that the database has refused for want of space. */
  note(error: unknown): void
}

/** Several segments of the embedded database's log, which it takes whole. */
export const RESERVE_BYTES = 48 * 2 ** 20
/** How long a refused write counts: the product writes more often than this. */
const REFUSED_COUNTS_MS = 60_000

/** How much space there is, in bytes, where the data is kept; tests say another. */
export type FreeSpace = (folder: string) => number

export const freeSpace: FreeSpace = (folder) => {
  const { bavail, bsize } = statfsSync(nearestExisting(folder))
  return bavail * bsize
}

/** The folder itself, or the nearest one above it that is there. */
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
 * Refuses what would be stored where the database itself would break by it; a webhook that is refused
 * comes again, and the sweep finds what it was about.
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
