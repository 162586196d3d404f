import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { laneHasDueRows } from './claim-store.ts'

/** Do transfers of this Fiken user wait or run? What can wait makes room for them. */
export function laneIsBusy(platform: Platform, lane: string): Promise<boolean> {
  return laneHasDueRows(platform.db, lane, instant(platform.clock))
}
