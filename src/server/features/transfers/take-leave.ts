import { ClaimLost, tryWrite, type Run } from './run.ts'
import { notWanted } from './still-wanted.ts'
import type { Stop } from './stop.ts'
import type { NewTransfer } from './store.ts'
import { lockClaimed, lockWishes } from './wish-store.ts'

/**
 * Does what cannot be undone, if it is still wanted when its place at Fiken has come: the wait for that place may be long, and it may
 * have been a person's change of company that was waited for. What `change` says by then is written with the last look, before the request
 * leaves.
 *
 * @throws ClaimLost, Stop: nothing was sent; and whatever `act` throws
 */
export async function irrevocably<T>(run: Run, change: () => Partial<NewTransfer>, act: () => Promise<T>): Promise<T> {
  run.lastWord.ask = () => takeLeave(run, change())
  try {
    return await act()
  } finally {
    run.lastWord.ask = null
  }
}

async function takeLeave(run: Run, change: Partial<NewTransfer>): Promise<void> {
  for (let tries = 1; !(await tryWrite(run, change, { wantedIn: run.fiken.slug })); tries += 1) {
    const stop = await whyNot(run)
    if (stop) throw stop
    // Wanted again in the meantime; a person cannot change it more often than this.
    if (tries === TRIES) throw new Error('The last look and its reason do not agree')
  }
}

const TRIES = 5

async function whyNot({ platform, row, claim, fiken }: Run): Promise<Stop | null> {
  return platform.db.transaction(async (tx) => {
    const wishes = await lockWishes(tx, row.userId)
    const mine = await lockClaimed(tx, row, claim)
    if (!wishes || !mine) throw new ClaimLost()
    return notWanted(wishes, mine, fiken.slug)
  })
}
