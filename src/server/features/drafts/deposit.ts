import type { DraftLine, InvoiceWithLines, VatType } from '#clients/fiken/types'
import { problem, type Problem } from '#shared/causes/index'
import type { DepositCredit } from '#shared/credit'
import { formatLongDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { VAT_PERCENT } from '#shared/vat-types'
import { isVatType, VAT_NAMES } from '../vat/vat-accounts.ts'
import { fikenTotals, type FikenLine } from './lines.ts'
import type { SentDraft } from './sent-draft.ts'

/** The amounts of one VAT type, in øre. */
interface DepositRate {
  vatType: VatType
  net: number
  vat: number
  nets: number[]
}

interface DepositInvoice {
  invoiceId: number
  invoiceNumber: string
  issueDate: string
  rates: DepositRate[]
}

export interface DepositToTakeOff extends DepositInvoice {
  accounts: Partial<Record<VatType, string>>
}

/** A deduction line as sent, with the amounts that Fiken will compute in øre, normally negative. */
export interface DepositLine {
  sent: DraftLine
  percent: string
  net: number
  vat: number
  gross: number
}

export interface TakenOff {
  invoiceId: number
  invoiceNumber: string
  issueDate: string
  lines: DepositLine[]
  net: number
  vat: number
  gross: number
}

/**
 * Returns a deposit invoice's amounts per VAT type; null for an unknown VAT type, or when the total
 * is rounded to whole kroner.
 */
export function ratesOf(
  invoice: Pick<InvoiceWithLines, 'net' | 'vat' | 'gross' | 'lines'>,
): DepositRate[] | null {
  const rates = new Map<VatType, DepositRate>()
  for (const { vatType, net, vat } of invoice.lines) {
    if (!isVatType(vatType)) return null
    const rate = rates.get(vatType) ?? { vatType, net: 0, vat: 0, nets: [] }
    rates.set(vatType, {
      vatType,
      net: rate.net + net,
      vat: rate.vat + vat,
      nets: net === 0 ? rate.nets : [...rate.nets, net],
    })
  }
  const all = [...rates.values()].filter((rate) => rate.nets.length > 0)
  return [all, all.map(roundedOnSum)].find((some) => comesTo(some, invoice)) ?? null
}

/**
 * Returns the amounts with the VAT rounded on the sum per rate instead of on each line, as Fiken
 * might do.
 */
const roundedOnSum = (rate: DepositRate): DepositRate => {
  const line = { quantity: '1', unitPrice: rate.net, percent: VAT_PERCENT[rate.vatType] }
  return { ...rate, vat: fikenTotals([line]).vat }
}

function comesTo(
  rates: readonly DepositRate[],
  invoice: Pick<InvoiceWithLines, 'net' | 'vat' | 'gross'>,
): boolean {
  const net = rates.reduce((sum, rate) => sum + rate.net, 0)
  const vat = rates.reduce((sum, rate) => sum + rate.vat, 0)
  return net === invoice.net && vat === invoice.vat && net + vat === invoice.gross
}

export const grossOf = ({ rates }: Pick<DepositInvoice, 'rates'>): number =>
  rates.reduce((sum, { net, vat }) => sum + net + vat, 0)

/**
 * Returns the lines that deduct a deposit invoice, or the problem that prevents it. There is one
 * line per VAT type, or several if rounding in Fiken would otherwise change the VAT.
 */
export function takeOff(deposit: DepositToTakeOff): TakenOff | Problem {
  const lines: DepositLine[] = []
  for (const rate of deposit.rates) {
    const account = deposit.accounts[rate.vatType]
    if (!account)
      return problem('deposit_unusable', `Velg konto for fratrekk med ${VAT_NAMES[rate.vatType]}.`)
    const nets = netsOf(rate)
    if (!nets) return unusable(deposit, 'har beløp som ikke kan trekkes fra på øret')
    const percent = VAT_PERCENT[rate.vatType]
    for (const net of nets) {
      const line = negative(net, percent)
      lines.push({
        percent,
        ...fikenTotals([line]),
        sent: {
          description: textOf(deposit),
          quantity: line.quantity,
          unitPrice: line.unitPrice,
          vatType: rate.vatType,
          incomeAccount: account,
        },
      })
    }
  }
  const { invoiceId, invoiceNumber, issueDate } = deposit
  const sums = fikenTotals(lines.map(fikenLineOf))
  return { invoiceId, invoiceNumber, issueDate, lines, ...sums }
}

export const fikenLineOf = ({ sent, percent }: DepositLine): FikenLine => ({ ...sent, percent })

const textOf = ({ invoiceNumber, issueDate }: DepositInvoice) =>
  `Fratrekk forskudd, faktura ${invoiceNumber} av ${formatLongDate(issueDate)}`

/**
 * Returns a line that deducts the net amount. The price is never negative: if the invoice itself
 * has a deduction, the quantity is positive.
 */
const negative = (net: number, percent: string): FikenLine => ({
  quantity: net < 0 ? '1' : '-1',
  unitPrice: Math.abs(net),
  percent,
})

/**
 * Splits the net amount of a VAT type into the fewest lines whose VAT equals the invoice's: one
 * line for everything, or the first few lines separately and the rest as one. Returns null if no
 * such split gives the same VAT.
 */
function netsOf({ vatType, net, vat, nets }: DepositRate): number[] | null {
  const percent = VAT_PERCENT[vatType]
  for (let alone = 0; alone < nets.length; alone += 1) {
    const first = nets.slice(0, alone)
    const rest = net - first.reduce((sum, one) => sum + one, 0)
    const parts = [...first, ...(rest === 0 ? [] : [rest])]
    const taken = fikenTotals(parts.map((part) => negative(part, percent)))
    if (taken.net === -net && taken.vat === -vat) return parts
  }
  return null
}

export function recordOf(taken: TakenOff | undefined): Pick<SentDraft, 'deposit'> {
  if (!taken) return {}
  const { invoiceId, invoiceNumber, issueDate, gross } = taken
  return { deposit: { invoiceId, invoiceNumber, issueDate, gross: -gross } }
}

export function creditOfTaken(taken: TakenOff | undefined): DepositCredit | null {
  return taken ? { invoiceId: taken.invoiceId, ids: [], sum: 0, inFull: false } : null
}

export const unusable = ({ invoiceNumber }: Pick<DepositInvoice, 'invoiceNumber'>, why: string) =>
  problem('deposit_unusable', `Faktura ${invoiceNumber} ${why}.`)

/** Returns the problem for a deposit that leaves no amount to invoice, which Fiken rejects. */
export function tooLarge(jobGross: number, taken: TakenOff): Problem {
  const than = jobGross + taken.gross === 0 ? 'like stort som' : 'større enn'
  return problem(
    'deposit_unusable',
    `Forskuddet på ${formatKroner(-taken.gross)} (faktura ${taken.invoiceNumber}) er ${than} jobben på ${formatKroner(jobGross)}. ` +
      'Ingenting er sendt. Ta bort fratrekket, eller lag en kreditnota i Fiken.',
  )
}
