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

/** One attempt at a bill. `bill` is the row as it was last written. */
export interface BillRun {
  platform: Platform
  /** Whose connection sends it. */
  adminUserId: string
  settings: BillingSettings
  fiken: FikenCompany
  /** Asks Fiken for the company itself. */
  readCompany: () => Promise<Company>
  bill: BillRow
  claim: string
  signal: AbortSignal
  /** Asked when the turn of a request that cannot be undone has come (open-clients' guard). */
  beforeSend: (() => Promise<void>) | null
}

/** How an attempt ends. */
export type BillEnding =
  | { kind: 'done'; invoice: Invoice }
  | { kind: 'ended' }
  | { kind: 'again'; at: Date; cause: BillCause | CauseCode; change?: BillChange }
  | { kind: 'failed'; cause: BillCause | CauseCode; message?: string; change?: BillChange }

/** @throws ClaimLost */
export async function write(run: BillRun, change: BillChange): Promise<void> {
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
 * Sends a request that cannot be undone: only while the run holds the bill and the settings are what
 * they were when it began, and with `change` written just before it leaves.
 *
 * @throws ClaimLost, NothingSent; and whatever `send` throws
 */
export async function sendIrreversible<T>(
  run: BillRun,
  change: () => BillChange,
  send: () => Promise<T>,
): Promise<T> {
  run.beforeSend = async () => {
    const now = await readSettings(run.platform.db)
    const isSame =
      now.billingEnabled &&
      now.adminUserId === run.adminUserId &&
      now.adminFikenCompanySlug === run.settings.adminFikenCompanySlug
    if (!isSame) throw new NothingSent()
    await write(run, change())
  }
  try {
    return await send()
  } finally {
    run.beforeSend = null
  }
}
