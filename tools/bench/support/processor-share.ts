import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

const PERIOD_US = 100_000
/** The folder of control groups, by version, with the file that limits the processor time. */
const VERSIONS = [
  {
    folder: '/sys/fs/cgroup/cpu',
    file: 'cpu.cfs_quota_us',
    limit: (quotaUs: number) => String(quotaUs),
  },
  {
    folder: '/sys/fs/cgroup',
    file: 'cpu.max',
    limit: (quotaUs: number) => `${quotaUs} ${PERIOD_US}`,
  },
]

/**
 * Gives each process a share of a core of its own, by a control group.
 * @param share part of a core, from 0.01
 * @returns a function that removes the groups of processes that have ended; null where no group can
 * be made
 */
export async function giveShare(
  pids: readonly number[],
  share: number,
): Promise<(() => Promise<void>) | null> {
  for (const { folder, file, limit } of VERSIONS) {
    const groups = pids.map((pid) => path.join(folder, `fakturabro-bench-${pid}`))
    const remove = async () => {
      for (const group of groups) await rmdir(group).catch(() => undefined)
    }
    try {
      for (const [index, group] of groups.entries()) {
        await mkdir(group)
        await writeFile(path.join(group, file), limit(share * PERIOD_US))
        await writeFile(path.join(group, 'cgroup.procs'), String(pids[index]))
      }
      return remove
    } catch {
      await remove()
    }
  }
  return null
}
