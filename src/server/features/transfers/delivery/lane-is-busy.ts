import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lanesWithDueRows } from './claim-store.ts'

/** Do transfers of this Fiken user wait or run? What can wait makes room for them. */
export async function laneIsBusy(platform: Platform, lane: string): Promise<boolean> {
  return (await lanesWithDueRows(platform.db, instant(platform.clock))).includes(lane)
}
