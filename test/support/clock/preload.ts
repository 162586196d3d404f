import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { addDays, monthOf, monthRange, osloInstant, today } from '../../../src/shared/dates.ts'
import { CLOCK_FILE, MIDNIGHT, type MidnightClock } from './midnight.ts'
import { shiftDate } from './shift-date.ts'

/**
 * Loaded by `npm run test:midnight` before anything else, into every process of a run: all of them
 * share one clock, which stands ten minutes before the last midnight of this month in Oslo while
 * the world is made, and is then set to three seconds before it.
 * The clock is ahead of the machine's and never behind it: a browser's cookies and a file's time
 * are the machine's, and may be old but not of tomorrow. Ten minutes matter little to sessions,
 * tokens, leases and sweeps, so that nothing else happens when the clock is set.
 */
const MAKING_MS = 600_000
const BEFORE_MIDNIGHT_MS = Number(process.env['MIDNIGHT_LEAD_MS'] ?? 3_000)
const LOOKS_EVERY_MS = 10

const file = process.env[CLOCK_FILE]
if (file) {
  const machineNow = Date.now.bind(Date)
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as { ahead: number; midnight: number }
  // Written elsewhere and then moved, because other processes read it at the same time.
  const write = (ahead: number, midnight: number) => {
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, JSON.stringify({ ahead, midnight }))
    renameSync(unfinished, file)
  }
  if (!existsSync(file)) {
    // Within ten minutes of a month's end, the next month's end is used.
    const { last } = monthRange(monthOf(today(new Date(machineNow() + MAKING_MS))))
    const midnight = osloInstant(addDays(last, 1)).getTime()
    write(midnight - MAKING_MS - machineNow(), midnight)
  }
  const { midnight } = read()
  let { ahead } = read()
  shiftDate(() => ahead)
  setInterval(() => ({ ahead } = read()), LOOKS_EVERY_MS).unref()

  let isSet = false
  const clock: MidnightClock = {
    ahead: () => ahead,
    isSet: () => isSet,
    setToEve: () => {
      if (isSet) return
      isSet = true
      if (Date.now() > midnight - BEFORE_MIDNIGHT_MS)
        throw new Error('The world was not ready within ten minutes')
      ahead = midnight - BEFORE_MIDNIGHT_MS - machineNow()
      write(ahead, midnight)
    },
  }
  Object.assign(globalThis, { [MIDNIGHT]: clock })
}
