import type { FikenCompany } from '#clients/fiken/client'
import type { Company, Invoice } from '#clients/fiken/types'
import type { CauseCode } from '#shared/causes/index'
import type { BillStage } from '#shared/subscription-status'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ClaimLost, NothingSent } from '../../documents/document-run.ts'
import { readSettings, type BillingSettings } from '../settings-store.ts'
import { writeClaimed, type BillChange, type BillRow } from '../bill-store.ts'
import type { BillCause } from '../causes.ts'

export interface BillHold {
  platform: Platform
  settings: BillingSettings
  adminUserId: string
  /** The Fiken company that sends the bill, or that might already have the bill. */
  slug: string
  bill: BillRow
  claim: string
  signal: AbortSignal
}

export interface BillRun extends BillHold {
  fiken: FikenCompany
  readCompany: () => Promise<Company>
}

export type BillEnding =
  | { kind: 'done'; invoice: Invoice }
  | { kind: 'ended' }
  /** The bill returns to the queue as if it had not been claimed. */
  | { kind: 'released' }
  | {
      kind: 'again'
      at: Date
      cause: BillCause | CauseCode
      message?: string
      change?: BillChange
    }
  | { kind: 'failed'; cause: BillCause | CauseCode; message?: string; change?: BillChange }

/**
 * Writes the change to the bill's row and to `run.bill`.
 * @throws ClaimLost if another run has claimed the bill
 */
export async function write(run: BillHold, change: BillChange): Promise<void> {
  const { platform, bill, claim } = run
  const updatedAt = instant(platform.clock)
  if (!(await writeClaimed(platform.db, { id: bill.id, claim }, { ...change, updatedAt })))
    throw new ClaimLost()
  Object.assign(bill, change)
}

export async function enter(run: BillRun, stage: BillStage): Promise<void> {
  if (run.bill.stage !== stage) await write(run, { stage })
}

/**
 * Writes the change just before an irreversible request, if the run still holds the claim and the
 * billing settings have not changed since the run began. Otherwise throws, so that the request is
 * not sent.
 * @throws ClaimLost, NothingSent
 */
export async function beforeSend(run: BillRun, change: BillChange): Promise<void> {
  const now = await readSettings(run.platform.db)
  const isSame =
    now.billingEnabled &&
    now.adminUserId === run.adminUserId &&
    now.adminFikenCompanySlug === run.settings.adminFikenCompanySlug
  if (!isSame) throw new NothingSent()
  await write(run, change)
}
