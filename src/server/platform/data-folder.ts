import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import path from 'node:path'
import { ROOT } from './installed.ts'

const OTHERS = 0o077
const STICKY = 0o1000

export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/**
 * Makes the data folder and its contents accessible only to the owner, because the folder holds
 * customers' data and, outside production, the key to the vendor tokens. The embedded database
 * creates its files readable by all, whatever the umask. The folder itself is closed first, so that
 * nobody can replace its contents meanwhile. Symbolic links and their targets are left alone. Does
 * nothing on Windows, where permissions are inherited from the parent folder. The function is
 * synchronous, because nothing else may happen before it ends; it takes some milliseconds for a
 * database of a thousand files.
 * @throws Error with the command that helps, if something stays open to others
 */
export function closeFolder(folder: string, chmod: typeof chmodSync = chmodSync): void {
  if (process.platform === 'win32' || !look(folder)) return
  const top = realpathSync(folder)
  refuseShared(top)
  const close = (entry: string, before: Stats): void => {
    if ((before.mode & OTHERS) === 0) return
    try {
      chmod(entry, before.mode & 0o7777 & ~OTHERS)
    } catch {
      // The entry is owned by another user or on a read-only disk: the mode read next decides.
    }
    const now = look(entry)
    if (now && (now.mode & OTHERS) !== 0) throw staysOpen(top, entry, now)
  }
  const walk = (entry: string): void => {
    const stats = look(entry)
    if (!stats || stats.isSymbolicLink()) return
    close(entry, stats)
    if (stats.isDirectory()) for (const name of namesIn(entry)) walk(path.join(entry, name))
  }
  walk(top)
}

/**
 * Returns an entry's status; null if the entry does not exist, because a running database removes
 * files at any time.
 */
function look(entry: string): Stats | null {
  return lstatSync(entry, { throwIfNoEntry: false }) ?? null
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ENOENT' || error.code === 'EACCES')
    )
      return []
    throw error
  }
}

/**
 * Refuses a folder that contains the product itself or is shared by all users, because such a
 * folder must not be closed.
 * @throws Error
 */
function refuseShared(top: string): void {
  const holds = (inner: string) =>
    inner === top || inner.startsWith(top === path.sep ? top : top + path.sep)
  const shared = ((look(top)?.mode ?? 0) & STICKY) !== 0
  if (shared || holds(ROOT))
    throw new Error(
      `DATA_DIR is ${top}, which holds more than this product’s data. Set it to a folder of its own.`,
    )
}

function staysOpen(top: string, entry: string, { mode, uid }: Stats): Error {
  const user = process.geteuid?.() ?? uid
  const quoted = quote(top)
  const command = `chmod -R go-rwx ${quoted}`
  const open = `The data folder ${top} is open to others than its owner: ${entry} has mode ${(mode & 0o7777).toString(8).padStart(4, '0')}`
  return new Error(
    uid === user || user === 0
      ? `${open}, and this disk does not let it be changed. Close it with: ${command} (or set DATA_DIR to a folder on a disk that keeps permissions)`
      : `${open} and belongs to user ${uid}, while the product runs as user ${user}. Close it, as root, with: chown -R ${user} ${quoted} && ${command}`,
  )
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
