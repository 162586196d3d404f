import { formatKroner } from '#shared/money'
import type { Db } from '../../platform/database/database.ts'
import { recordActivity, recordActivityOnce } from '../activity-log/record.ts'
import { noteWriteBack } from '../transfers/payment-store.ts'
import { settle, type DueWriteBack } from './store.ts'

export type Ending =
  | { state: 'done'; registered: number | null }
  | { state: 'forbidden' | 'refused' | 'other_account' | 'gave_up'; details: string }

const WHY = {
  forbidden:
    'ServiceM8 lar oss ikke registrere betalinger. Godkjenn ServiceM8 på nytt under Konfigurasjoner; da meldes den.',
  refused: 'ServiceM8 tok ikke imot betalingen. Registrer den på jobben i ServiceM8 selv.',
  other_account:
    'Jobben ligger i en annen ServiceM8-konto enn den som er koblet til nå. Registrer betalingen der selv.',
  gave_up:
    'ServiceM8 svarte ikke slik det skal, heller ikke etter flere forsøk. Registrer betalingen på jobben i ServiceM8 selv.',
} as const

export async function recordEnding(
  db: Db,
  companyId: string,
  row: DueWriteBack,
  ending: Ending,
  at: Date,
): Promise<void> {
  const job = `Jobb #${row.jobNumber}`
  const metadata = { jobUuid: row.jobUuid, transferId: row.transferId }
  await db.transaction(async (tx) => {
    await settle(tx, companyId, row.transferId, { state: ending.state, updatedAt: at })
    if (ending.state !== 'done') {
      const why = WHY[ending.state]
      await noteWriteBack(tx, companyId, row.transferId, {
        text: `Betalingen er ikke meldt: ${why}`,
        ok: false,
        done: false,
        at,
      })
      await recordActivity(tx, {
        companyId,
        actor: null,
        type: 'integration',
        action: 'payment_write_back_failed',
        description: `Betalingen av ${job} er ikke meldt til ServiceM8. ${why}`,
        success: false,
        metadata: { ...metadata, ...(ending.details ? { error: ending.details } : {}) },
        at,
      })
      return
    }
    if (ending.registered === null) {
      const text = 'ServiceM8 har allerede registrert betalingen'
      await noteWriteBack(tx, companyId, row.transferId, { text, ok: true, done: false, at })
      return
    }
    const kroner = formatKroner(ending.registered)
    await noteWriteBack(tx, companyId, row.transferId, {
      text: `Betalingen er meldt til ServiceM8: ${kroner}`,
      ok: true,
      done: true,
      at,
    })
    await recordActivity(tx, {
      companyId,
      actor: null,
      type: 'integration',
      action: 'payment_written_back',
      description: `Betaling av ${job} er meldt til ServiceM8: ${kroner}`,
      success: true,
      metadata,
      at,
    })
  })
}

const RECORD_AGAIN_MS = 7 * 24 * 60 * 60_000

/** Logs that no payments are reported until the user has granted the permission in ServiceM8. */
export async function recordConsentMissing(db: Db, companyId: string, at: Date): Promise<void> {
  const description =
    'Betalinger er ikke meldt til ServiceM8, fordi ServiceM8 ikke er spurt om det ennå. Godkjenn ServiceM8 på nytt under Konfigurasjoner.'
  const entry = {
    companyId,
    actor: null,
    type: 'integration',
    action: 'payment_write_back_failed',
    description,
    success: false,
    at,
  } as const
  await recordActivityOnce(db, entry, RECORD_AGAIN_MS)
}

export async function recordTakenBack(
  tx: Db,
  companyId: string,
  transferIds: readonly string[],
  at: Date,
): Promise<void> {
  for (const transferId of transferIds) {
    const text =
      'Betalingen er tatt tilbake i Fiken, men står fortsatt på jobben i ServiceM8. Slett den der hvis den ikke gjelder.'
    await noteWriteBack(tx, companyId, transferId, { text, ok: false, done: false, at })
    const description = `En betaling som er meldt til ServiceM8, er tatt tilbake i Fiken. ${text}`
    const metadata = { transferId }
    await recordActivity(tx, {
      companyId,
      actor: null,
      type: 'integration',
      action: 'payment_taken_back',
      description,
      success: null,
      metadata,
      at,
    })
  }
}
