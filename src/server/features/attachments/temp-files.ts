import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/**
 * Where a file lies between ServiceM8 and Fiken: a folder for each, which is gone when the file has
 * been dealt with. What a killed process leaves is removed at the next start.
 */
const FOLDER = 'attachments'

const open = new Set<string>()
const OWN = `${os.hostname().replace(/[^\w.]/g, '_')}-${process.pid}-`

const rootOf = (dataDir: string) => path.join(dataDir, FOLDER)

/** Runs with the path of a folder of its own, which is removed afterwards. */
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

/** Removes what processes of this machine that no longer run have left. Returns how many folders. */
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
  // In a container every process may have the same number: then what is not ours was another's.
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
