import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/**
 * The folder for files on their way from ServiceM8 to Fiken. Each file has a subfolder, which is
 * removed once the file has been handled. Subfolders left by a killed process are removed at the
 * next start.
 */
const FOLDER = 'attachments'

const open = new Set<string>()
const OWN = `${os.hostname().replace(/[^\w.]/g, '_')}-${process.pid}-`

const rootOf = (dataDir: string) => path.join(dataDir, FOLDER)

export async function withFolder<T>(
  dataDir: string,
  run: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(rootOf(dataDir), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(rootOf(dataDir), OWN))
  open.add(folder)
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    open.delete(folder)
  }
}

/**
 * Removes the folders left by processes on this host that are no longer running. Returns the number
 * of removed folders.
 */
export async function removeLeftFolders(dataDir: string): Promise<number> {
  const names = await readdir(rootOf(dataDir)).catch(() => [])
  const left = names.filter((name) => isLeft(name, path.join(rootOf(dataDir), name)))
  for (const name of left)
    await rm(path.join(rootOf(dataDir), name), { recursive: true, force: true })
  return left.length
}

function isLeft(name: string, folder: string): boolean {
  const [, host, pid] = /^(.+)-(\d+)-\w+$/.exec(name) ?? []
  if (host === undefined || pid === undefined || !OWN.startsWith(`${host}-`)) return false
  // In a container every process can have the same id, so a folder with our id that we have not
  // opened is an earlier process's.
  return Number(pid) === process.pid ? !open.has(folder) : !runs(Number(pid))
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
