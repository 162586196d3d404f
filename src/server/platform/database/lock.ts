import path from 'node:path'
import { makeFolder } from '../data-folder.ts'

/**
 * The embedded database has no lock of its own, and two processes on one folder lose each other's
 * rows without an error. SQLite's file lock is held by the operating system, so it is gone when
 * the process is, however it ended.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  makeFolder(folder)
  const { DatabaseSync } = await import('node:sqlite')
  const lock = new DatabaseSync(path.join(folder, '.instance-lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode=delete; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new Error(
      `The data folder ${folder} is in use by another process. Stop it first, or set DATA_DIR to another folder.`,
      {
        cause,
      },
    )
  }
  return () => {
    lock.exec('rollback')
    lock.close()
  }
}
