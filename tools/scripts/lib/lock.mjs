import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './paths.mjs'

const HEARTBEAT_MS = 2_000
const STALE_MS = 60_000

/**
 * Waits for the lock with this name, then runs `work` while no other process of this checkout holds
 * the lock. A holder that was killed is detected by its process id, or by its missing heartbeat if
 * the id has been given to another process since.
 */
export async function withLock(name, work) {
  const file = path.join(root, '.cache', `${name}.lock`)
  mkdirSync(path.dirname(file), { recursive: true })
  let announced = false
  while (!take(file)) {
    if (!announced)
      console.log(`Another process is busy with the same step (${name}); waiting for it …`)
    announced = true
    await sleep(200)
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS)
  heartbeat.unref()
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(file, { force: true })
  }
}

// link(2) creates the lock file complete with the holder's id: the file cannot be read
// half-written, and only one link succeeds.
function take(file) {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    removeIfDead(file)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

function removeIfDead(file) {
  const holder = read(file)
  if (holder === undefined || !isDead(file, holder)) return
  // Moved aside and then checked again, because another waiter might have taken the lock between
  // reading and removing.
  const aside = `${file}.dead.${process.pid}`
  try {
    renameSync(file, aside)
    if (read(aside) !== holder) linkSync(aside, file)
  } catch {
    // Another process was faster; the next round sees the result.
  } finally {
    rmSync(aside, { force: true })
  }
}

function isDead(file, holder) {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return true
    process.kill(Number(holder), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Another process took the lock as stale (for example after the machine slept). The work is
    // idempotent, so it continues.
  }
}
