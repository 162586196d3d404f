import type { Problem } from '#shared/causes/index'
import type { Platform } from '../../../platform/platform.ts'
import type { DepositToTakeOff } from '../../drafts/deposit.ts'
import { buildDraft, type BuiltDraft, type DraftInput } from '../../drafts/draft.ts'
import { inputsOf, type DraftSetting } from '../../drafts/load-inputs.ts'
import { checkTotal, type TotalCheck } from '../../drafts/totals-check.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { asInput } from '../deposits/read-deposit.ts'

export interface PlannedDraft {
  input: DraftInput
  /** The built draft; null when a problem with the lines prevents building it. */
  built: BuiltDraft | null
  total: TotalCheck | null
  notes: string[]
  problems: Problem[]
}

/**
 * Plans a job's draft. Makes no vendor calls except through `readTaken`.
 * @param readTaken reads the deposit to deduct from the draft with this uuid
 * @throws whatever `readTaken` throws
 */
export async function planDraft(
  platform: Platform,
  setting: DraftSetting,
  snapshot: JobSnapshot,
  receiver: { attention: string; daysUntilDueDate: number | null },
  readTaken?: (draftUuid: string) => Promise<DepositToTakeOff | Problem | null>,
): Promise<PlannedDraft> {
  const base = await inputsOf(platform, setting, snapshot, receiver)
  const { deposit, problems } = asInput((await readTaken?.(base.uuid)) ?? null)
  const input = { ...base, deposit }
  const built = buildDraft(input)
  if (!built.ok)
    return {
      input,
      built: null,
      total: null,
      notes: [],
      problems: [...built.problems, ...problems],
    }
  const total = checkTotal(built, snapshot.job.totalInvoiceAmount)
  return {
    input,
    built,
    total,
    notes: [...built.notes, ...total.explanation],
    // Totals mean nothing while the deposit to deduct is missing.
    problems: problems.length === 0 && total.problem ? [total.problem] : problems,
  }
}
