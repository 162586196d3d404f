import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  openSync,
  closeSync,
  readSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { root, runtimeNode } from './paths.mjs'
import { Trouble } from './run.mjs'

/** Empties the data folder. Refuses a folder in use, or one that is no data folder. */
export async function resetDataDir(dir) {
  if (!existsSync(dir)) return
  const real = realpathSync(dir)
  const holds = (inner) => inner === real || inner.startsWith(real + path.sep)
  const foreign = ['.git', 'package.json', 'src', 'etc', 'usr'].find((name) =>
    existsSync(path.join(real, name)),
  )
  if (foreign || holds(realpathSync(root)) || holds(realpathSync(os.homedir()))) {
    throw new Trouble(
      `DATA_DIR is ${real}, which holds more than this product's data${foreign ? ` (${foreign})` : ''}; nothing was removed.`,
    )
  }
  const user = await whoUses(real)
  if (user)
    throw new Trouble(`${real} is in use (${user}). Stop that process first; nothing was removed.`)
  for (const name of readdirSync(real))
    rmSync(path.join(real, name), { recursive: true, force: true })
  console.log(`Removed everything in ${real}.`)
}

/**
 * Returns the process that uses the folder, found by its lock, its operator socket or (on Linux)
 * its open files; otherwise `undefined`.
 */
async function whoUses(dir) {
  const entries = [dir, path.join(dir, 'sandbox')]
    .filter((each) => existsSync(each))
    .flatMap(entriesOf)
  for (const file of entries) {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat?.isSocket() && (await accepts(file)))
      return `a process answers at ${path.basename(file)}`
    if (stat?.isFile() && isLockFile(file, stat.size) && isLocked(file))
      return `locked by ${path.basename(file)}`
  }
  return openFileHolder(dir)
}

const entriesOf = (dir) => readdirSync(dir).map((name) => path.join(dir, name))

// The lock is a transaction held on a small SQLite file, which is empty on disk while it is held
// for the first time.
function isLockFile(file, size) {
  if (!/lock/i.test(path.basename(file))) return false
  if (size === 0) return true
  const descriptor = openSync(file, 'r')
  const head = Buffer.alloc(15)
  readSync(descriptor, head, 0, 15, 0)
  closeSync(descriptor)
  return head.toString() === 'SQLite format 3'
}

function isLocked(file) {
  const attempt = `
    const { DatabaseSync } = require('node:sqlite')
    const file = new DatabaseSync(process.argv[1], { timeout: 0 })
    try { file.exec('begin exclusive'); file.exec('rollback') } catch { process.exitCode = 9 }
  `
  return spawnSync(runtimeNode(), ['--no-warnings', '-e', attempt, file]).status === 9
}

function accepts(socketPath) {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath)
    const answer = (value) => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })
}

function openFileHolder(dir) {
  if (!existsSync('/proc/self/fd')) return undefined
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      for (const fd of readdirSync(`/proc/${pid}/fd`)) {
        if (readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(dir + path.sep))
          return `process ${pid}`
      }
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
  return undefined
}
