import type { NewProduct, Product } from '#clients/fiken/types'
import type { Problem } from '#shared/causes/index'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { DepositToTakeOff } from '../../drafts/deposit.ts'
import { buildDraft, type BuiltDraft, type DraftInput } from '../../drafts/draft.ts'
import { inputsOf, type DraftSetting } from '../../drafts/load-inputs.ts'
import { planProducts } from '../../drafts/product-plan.ts'
import { checkTotal, type TotalCheck } from '../../drafts/totals-check.ts'
import { productsByNumber } from '../../mirrors/products.ts'
import { productNumberOf } from '../../products/product-number.ts'
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
 * Plans a job's draft from our copies. Calls no vendor.
 * @param taken the deposit to deduct, or the problem with it; null when no deposit is chosen
 */
export async function planDraft(
  platform: Platform,
  setting: DraftSetting,
  snapshot: JobSnapshot,
  receiver: { attention: string; daysUntilDueDate: number | null },
  taken: DepositToTakeOff | Problem | null,
): Promise<PlannedDraft> {
  const base = await inputsOf(platform, setting, snapshot, receiver)
  const { deposit, problems } = asInput(taken)
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

/**
 * Plans the products of a draft's lines, without the lines left out: `known` are in our copy of
 * Fiken's products, and `missing` must be created before the lines can refer to them.
 */
export async function planProductsOf(
  db: Db,
  { companyId, slug }: { companyId: string; slug: string },
  input: DraftInput,
): Promise<{ known: Product[]; missing: NewProduct[] }> {
  const lines = input.lines.filter(({ uuid }) => input.leftOut?.includes(uuid) !== true)
  const used = new Set(lines.filter(({ active }) => active).map((line) => line.materialUuid))
  const materials = input.materials.filter(({ uuid }) => used.has(uuid))
  const known = await productsByNumber(db, companyId, slug, materials.map(productNumberOf))
  return { known, missing: planProducts({ ...input, lines, products: known }) }
}
