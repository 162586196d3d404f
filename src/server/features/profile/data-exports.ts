import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { inBackground } from '../../platform/background.ts'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { hasAccount } from '../auth/queries.ts'
import { endExport, keepExport, takeExport, type ExportOutcome } from './store.ts'
import { zipOfCompany, type Zip } from './zip-of-company.ts'

const KEEP_MS = 5_000
/**
 * The time in milliseconds after which a download that is not being read is aborted; otherwise a
 * closed laptop would prevent its user from starting another export.
 */
const UNREAD_MS = 300_000

export interface DataExports {
  /** Returns a ZIP file with everything stored about a person. */
  ofPerson(personId: string): Readable
  /**
   * Returns a ZIP file with everything stored about a company, sent while it is produced.
   * @throws HttpError 409 `export_running` while any process produces an export of this company
   */
  ofCompany(companyId: string): Promise<Readable>
  stop(): Promise<void>
}

export function dataExports(platform: Platform): DataExports {
  const { db, log } = platform
  // Between two pieces of an export, other work gets its turn, regardless of the number of running
  // exports.
  const turns = pLimit(1)
  const turn = () => turns(() => setImmediate())
  const open = new Map<Readable, Promise<void>>()

  async function made(companyId: string, holder: string, zip: Zip): Promise<void> {
    const over = new AbortController()
    inBackground(
      log,
      'an export could not be watched',
      watch(platform, { companyId, holder, zip, signal: over.signal }),
    )
    const outcome = await outcomeOf(zip.body)
    over.abort()
    open.delete(zip.body)
    if (outcome === 'failed')
      log.error({ err: zip.body.errored, companyId }, 'an export of somebody’s data was broken off')
    else log.info({ companyId, outcome }, 'an export of somebody’s data has ended')
    await endExport(db, companyId, holder, outcome)
  }

  return {
    ofPerson: (personId) => {
      const zip = zipOfCompany(
        db,
        { company: null, person: personId },
        { at: instant(platform.clock), turn, isWhole: () => hasAccount(db, personId) },
      )
      const end = outcomeOf(zip.body).then(() => void open.delete(zip.body))
      open.set(zip.body, end)
      return zip.body
    },
    ofCompany: async (companyId) => {
      const holder = randomUUID()
      if (!(await takeExport(db, companyId, holder))) {
        const message =
          'Firmaets data lastes allerede ned. Vent til nedlastingen er ferdig, eller avbryt den og prøv igjen.'
        throw new HttpError(409, 'export_running', message)
      }
      const zip = zipOfCompany(
        db,
        { company: companyId, person: null },
        {
          at: instant(platform.clock),
          turn,
          isWhole: () => keepExport(db, companyId, holder),
        },
      )
      const end = made(companyId, holder, zip)
      inBackground(log, 'the end of an export was not written down; its lease runs out', end)
      open.set(zip.body, end)
      return zip.body
    },
    stop: async () => {
      const ends = [...open.values()]
      for (const body of open.keys()) body.destroy(new Error('the product is being stopped'))
      await Promise.allSettled(ends)
    },
  }
}

interface Watched {
  companyId: string
  holder: string
  zip: Zip
  signal: AbortSignal
}

/**
 * Extends the lease while the export is produced. Ends the export if the lease is lost or nobody
 * reads the export.
 */
async function watch(
  { db, clock, log, ladderScale }: Platform,
  { companyId, holder, zip, signal }: Watched,
): Promise<void> {
  let made = zip.pieces()
  let readAt = clock.now()
  for (;;) {
    await clock.sleep(KEEP_MS * ladderScale, signal)
    if (signal.aborted) return
    const mine = await keepExport(db, companyId, holder).catch((err: unknown) => {
      // The lease is kept for now: if the database stays unavailable, reading the export's rows
      // fails and ends the export.
      log.warn({ err, companyId }, 'the lease of an export could not be kept')
      return true
    })
    if (!mine) zip.body.destroy(new Error('this export is somebody else’s now'))
    if (zip.pieces() !== made) [made, readAt] = [zip.pieces(), clock.now()]
    else if (clock.now() - readAt > UNREAD_MS * ladderScale) zip.body.destroy()
  }
}

async function outcomeOf(body: Readable): Promise<ExportOutcome> {
  try {
    await finished(body)
    return 'done'
  } catch {
    return body.errored ? 'failed' : 'left'
  }
}
