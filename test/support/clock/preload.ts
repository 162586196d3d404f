import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { addDays, monthOf, monthRange, osloInstant, today } from '../../../src/shared/dates.ts'
import { CLOCK_FILE, MIDNIGHT, type MidnightClock } from './midnight.ts'
import { shiftDate } from './shift-date.ts'

/**
 * Milliseconds before midnight at which the clock starts. `npm run test:midnight` loads this file
 * into every process of a run before anything else, so that all processes share one clock. The
 * clock starts ten minutes before this month's last midnight in Oslo while the world is being set
 * up, and is then set to three seconds before midnight.
 * The clock is always ahead of the machine's clock, because cookies and file times use the
 * machine's clock and may lie in the past but not in the future. Ten minutes are too short to
 * affect sessions, tokens, leases and sweeps, so setting the clock changes nothing else.
 */
const MAKING_MS = 600_000
const BEFORE_MIDNIGHT_MS = Number(process.env['MIDNIGHT_LEAD_MS'] ?? 3_000)
const LOOKS_EVERY_MS = 10

const file = process.env[CLOCK_FILE]
if (file) {
  const machineNow = Date.now.bind(Date)
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as { ahead: number; midnight: number }
  // Written to another file and then renamed, because other processes can be reading the clock
  // file.
  const write = (ahead: number, midnight: number) => {
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, JSON.stringify({ ahead, midnight }))
    renameSync(unfinished, file)
  }
  if (!existsSync(file)) {
    // Less than ten minutes before the month's end, the next month's end is used.
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
