import { jobTitle } from '#shared/transfer-display'
import { isCreditedInFull } from '#shared/credit'
import { isBeingUndone, may } from '#shared/transfer-status'
import { formatKroner } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { noteUse } from '../../auth/note-use.ts'
import { holdConfiguration } from '../../configuration/queries.ts'
import { knownCompany } from '../../connections/queries.ts'
import { takeOff, tooLarge } from '../../drafts/deposit.ts'
import { depositAccountsOf, keepDepositAccounts, type DepositAccounts } from '../../vat/queries.ts'
import { accountProblem, isVatType, VAT_NAMES } from '../../vat/vat-accounts.ts'
import { change, findTransfer, underLock } from '../act.ts'
import { sharesDraft, wasSent } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import type { ChosenDeposit } from '../chosen-deposit.ts'
import { questionOf, unusableError, usableInvoice } from './find-deposits.ts'
import { takenBy } from './read-deposit.ts'
import { holderOf } from './store.ts'

export interface DepositChoice {
  invoiceId: number | null
  accounts?: readonly { vatType: string; account: string }[] | undefined
}

/**
 * Stores the user's choice of a deposit invoice; null removes it. The invoice is checked now and
 * again when the draft is created.
 * @throws HttpError 404, 409, 400 for an account; Fiken's errors
 */
export async function chooseDeposit(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  { invoiceId, accounts = [] }: DepositChoice,
): Promise<string> {
  if (invoiceId === null) return dropDeposit(platform, companyId, actor, id)
  refuseFrozen(await findTransfer(platform, companyId, id))
  const question = await questionOf(platform, companyId, id)
  const { slug } = question
  const invoice = await usableInvoice(question.fiken, invoiceId, question)
  const asked = await readAccounts(platform, companyId, slug, accounts)
  const now = instant(platform.clock)
  const { invoiceNumber, issueDate, gross } = invoice
  const chosen: ChosenDeposit = {
    slug,
    invoiceId,
    invoiceNumber,
    issueDate,
    gross,
    at: now.toISOString(),
  }
  const answer = await platform.db.transaction(async (tx) => {
    // Of two concurrent choices of the same invoice, the second sees the first.
    await holdConfiguration(tx, companyId)
    const holder = await holderOf(tx, companyId, id, chosen)
    if (holder) throw unusableError(`Faktura ${invoiceNumber} ${takenBy(holder)}.`)
    await keepDepositAccounts(tx, companyId, slug, asked, now)
    const kept = await depositAccountsOf(tx, companyId, slug)
    return underLock({ ...platform, db: tx }, companyId, id, async (inside, row) => {
      refuseFrozen(row)
      const taken = takeOff({ ...invoice, accounts: kept })
      if (!('lines' in taken)) throw new HttpError(409, taken.code, taken.message)
      const jobGross = grossOfJob(row)
      if (jobGross !== null && jobGross + taken.gross <= 0) {
        const { code, message } = tooLarge(jobGross, taken)
        throw new HttpError(409, code, message)
      }
      const said = `Forskudd på ${formatKroner(gross)} (faktura ${invoiceNumber}) trekkes fra`
      await store(inside, row, chosen, { text: said, actor })
      await noteUse(inside.db, companyId, 'deposits')
      return said
    })
  })
  platform.live.publish(companyId, 'transfers', 'activity')
  return `${answer}.`
}

async function dropDeposit(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
): Promise<string> {
  const dropped = await underLock(platform, companyId, id, async (inside, row) => {
    if (row.deposit === null) return false
    refuseFrozen(row)
    const text = `Faktura ${row.deposit.invoiceNumber} trekkes ikke fra lenger`
    await store(inside, row, null, { text, actor })
    return true
  })
  if (dropped) platform.live.publish(companyId, 'transfers', 'activity')
  return 'Ingen forskuddsfaktura trekkes fra.'
}

async function store(
  inside: Platform,
  row: TransferRow,
  deposit: ChosenDeposit | null,
  said: { text: string; actor: Actor | null },
): Promise<void> {
  await change(inside, row, 'chooseDeposit', { deposit }, said)
  await recordActivity(inside.db, {
    companyId: row.companyId,
    actor: said.actor,
    type: 'transfer',
    action: deposit ? 'deposit_chosen' : 'deposit_dropped',
    description: `${jobTitle(row.servicem8Data, row.servicem8JobId)}: ${said.text}`,
    success: null,
    metadata: { jobUuid: row.servicem8JobId, transferId: row.id },
    at: instant(inside.clock),
  })
}

/**
 * Returns true if the deposit may be changed; the deposit of an issued invoice is fixed until the
 * invoice is credited.
 */
export function mayChange(row: TransferRow): boolean {
  return frozenBy(row) === null
}

function refuseFrozen(row: TransferRow): void {
  const why = frozenBy(row)
  if (why !== null) throw new HttpError(409, 'wrong_status', why, { status: row.status })
}

const hasNoInvoiceLeft = ({ paymentStatus, credit }: TransferRow) =>
  paymentStatus === 'credited' && isCreditedInFull(credit)

function frozenBy(row: TransferRow): string | null {
  if (row.skipTransfer || !may('chooseDeposit', row.status) || isBeingUndone(row))
    return 'Forskuddet kan ikke endres mens overføringen kjører.'
  if (row.fikenInvoiceNumber !== null && !hasNoInvoiceLeft(row))
    return `Jobben er fakturert (faktura ${row.fikenInvoiceNumber}), så forskuddet kan ikke endres.`
  if (sharesDraft(row))
    return 'Jobben er på en samlefaktura. Angre den først; da kan forskuddet trekkes fra på et eget utkast.'
  // A draft that may have been sent is looked up first, because it may deduct a deposit that
  // another job would otherwise be free to use.
  return row.outcomeUnknown || row.invoiceRequest !== null
    ? 'Vi ser etter utkastet i Fiken. Prøv igjen når det er avklart.'
    : null
}

/**
 * Returns the job's gross amount in øre without the lines left out, as far as known without calling
 * a vendor.
 */
function grossOfJob(row: TransferRow): number | null {
  if (!wasSent(row)) return row.amount
  const { theirTotal, leftOutGross = 0, gross = 0, deposit } = row.fikenData ?? {}
  return typeof theirTotal === 'number'
    ? theirTotal - leftOutGross
    : gross + (deposit?.gross ?? 0) || null
}

/**
 * Returns the accounts for the deposit's lines by VAT type.
 * @throws HttpError 400 naming the account that cannot be used
 */
async function readAccounts(
  platform: Platform,
  companyId: string,
  slug: string,
  asked: readonly { vatType: string; account: string }[],
): Promise<DepositAccounts> {
  const chart = (await knownCompany(platform.db, companyId, slug))?.accounts ?? []
  const codes = chart.length > 0 ? chart.map(({ code }) => code) : null
  const accounts: DepositAccounts = {}
  for (const { vatType, account } of asked) {
    if (!isVatType(vatType) || !Object.hasOwn(VAT_NAMES, vatType))
      throw new HttpError(400, 'deposit_account', 'Ukjent MVA-type.')
    const why = accountProblem(vatType, account, codes)
    if (why !== null) throw new HttpError(400, 'deposit_account', why)
    accounts[vatType] = account
  }
  return accounts
}
