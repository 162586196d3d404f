import { accessSync, constants, lstatSync } from 'node:fs'
import type { Config } from '../platform/config.ts'
import { freeSpace, nearestExisting, type FreeSpace } from '../platform/database/room.ts'
import { sheet, type Finding } from './finding.ts'

const GIB = 2 ** 30
const LEAST_GIB = 1
const COMFORTABLE_GIB = 5

export function disk({ dataDir, databaseUrl }: Config, free: FreeSpace = freeSpace): Finding[] {
  const { ok, warning, problem, findings } = sheet('disk')
  const folder = nearestExisting(dataDir)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    problem(
      `The product’s user may not write to ${folder}.`,
      `As root: mkdir -p ${dataDir} && chown <user> ${dataDir} && chmod 700 ${dataDir}`,
    )
    return findings
  }
  const stats = lstatSync(dataDir, { throwIfNoEntry: false })
  if (stats && process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    problem(
      `DATA_DIR ${dataDir} is open to others (mode ${(stats.mode & 0o777).toString(8)}).`,
      `Close it: chmod -R go-rwx ${dataDir}. It must be a folder of its own.`,
    )
  const gib = free(folder) / GIB
  const says = `${gib.toFixed(1)} GiB are free at ${folder}.`
  if (gib < LEAST_GIB)
    problem(says, 'Free some, or move DATA_DIR: the product stores nothing more when it is full.')
  else if (gib < COMFORTABLE_GIB && databaseUrl === '')
    warning(says, `The database lives there; keep ${COMFORTABLE_GIB} GiB free.`)
  else ok(says)
  return findings
}
