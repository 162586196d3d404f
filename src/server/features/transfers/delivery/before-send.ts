import { ClaimLost } from '../../documents/document-run.ts'
import type { TransferChange } from '../tables.ts'
import { tryWrite, type Run } from './context.ts'
import { Ending, NotSent } from './ending.ts'
import { lockClaimed, readBlocker, type Blocker } from '../settings-store.ts'

/** A person cannot change the settings back and forth more often than this. */
const TRIES = 5

/**
 * The pre-send check: a request that cannot be undone leaves only if the run still holds its row
 * and the user's settings still allow it when the request's turn at Fiken has come. The wait for
 * that turn may be long, and what was waited for may have been a person's change of company. The
 * rule itself is `blockerOf` in settings-store.ts. The patch is written by the same statement that
 * checks.
 *
 * @throws ClaimLost, NotSent: the request does not leave
 */
export async function beforeSend(run: Run, patch: TransferChange): Promise<void> {
  for (let tries = 1; !(await tryWrite(run, patch, { company: run.fiken.slug })); tries += 1) {
    const blocker = await whyNot(run)
    if (blocker !== null) throw new NotSent(endingOf(blocker, run.row))
    if (tries === TRIES) throw new Error('The pre-send check and its reason do not agree')
  }
}

async function whyNot({ platform, row, others, claim, fiken }: Run): Promise<Blocker | null> {
  return platform.db.transaction(async (tx) => {
    // Settings before the row, as every other transaction takes them.
    const read = ({ askedWhileOff }: { askedWhileOff: boolean }) =>
      readBlocker(tx, row.userId, askedWhileOff, fiken.slug, { hold: true })
    const blocker = await read(row)
    // Every transaction takes the rows in this order.
    const rows = [row, ...others].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const held = []
    for (const one of rows) held.push(await lockClaimed(tx, one, claim))
    if (held.some((one) => one === null)) throw new ClaimLost()
    const other = held.find((one) => one?.askedWhileOff !== row.askedWhileOff)
    return other ? ((await read(other)) ?? blocker) : blocker
  })
}

/** How a run ends when the user's settings block it. */
export function endingOf(blocker: Blocker, row: { attempts: number }): Ending {
  const released = { kind: 'released', attempts: row.attempts } as const
  switch (blocker) {
    case 'locked_user':
      // The lane does not take rows of a locked user; unlocked again, they go on.
      return new Ending(released, 'Brukeren er sperret; jobben venter')
    case 'inactive':
      return new Ending(
        { kind: 'waiting', reason: 'inactive' },
        'Integrasjonen er slått av; jobben venter',
      )
    case 'company':
      return new Ending({ kind: 'waiting', reason: 'company' }, 'Velg selskap i Fiken')
    case 'other_company':
      // What may be in the former company is looked for there when the next run begins.
      return new Ending(released, 'Et annet selskap er valgt; jobben bygges på nytt for det')
  }
}
