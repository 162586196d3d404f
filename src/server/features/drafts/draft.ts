import type { DraftLine, NewDraft, Product } from '#clients/fiken/types'
import type { Job, JobLine, JobPayment, Material } from '#clients/servicem8/types'
import { problem, type Problem } from '#shared/causes/index'
import type { ReplacedInvoice } from '#shared/credit'
import { today } from '#shared/dates'
import { formatKroner, oreFromDecimal } from '#shared/money'
import { mergeProblems, problemAbout } from '#shared/problems'
import { productNumberOf } from '../products/product-number.ts'
import { orderNumber } from '../service-jobs/order-number.ts'
import { cut, singleLine } from './truncate.ts'
import { fikenLineOf, takeOff, tooLarge, type DepositToTakeOff, type TakenOff } from './deposit.ts'
import { leftOutLine } from './excluded-lines.ts'
import { vatOfLines, type VatSetup } from './line-vat.ts'
import {
  explainDifference,
  explainLine,
  fikenRates,
  foldedText,
  priceLine,
  priceOfLine,
  roundingOf,
  totalToName,
  type PricedLine,
  type RateSum,
} from './lines.ts'
import { findProduct } from './product-plan.ts'
import {
  cutInInvoiceText,
  invoiceText,
  isLineTextCut,
  jobReference,
  lineText,
  quotedLine,
  type DescriptionSource,
} from './texts.ts'

const DEFAULT_DAYS_UNTIL_DUE = 14
export const REFERENCE_LIMIT = 200

export interface DraftInput extends VatSetup {
  job: Job
  /**
   * The job's lines in ServiceM8's order, including removed lines; `lineIndex` is the position in
   * this list.
   */
  lines: readonly JobLine[]
  /** The uuids of lines that the user has excluded from the transfer (rule 10). */
  leftOut?: readonly string[]
  payments: readonly JobPayment[]
  /** The deposit invoice to deduct, chosen by the user (decision 0051). */
  deposit?: DepositToTakeOff | null
  /** The credited invoice that this draft replaces (decision 0052). */
  replaces?: Pick<ReplacedInvoice, 'invoiceNumber' | 'creditNoteNumber'> | null
  materials: readonly Material[]
  /**
   * The products in Fiken. A line whose product is not in this list is sent as free text (rule 9).
   */
  products: readonly Product[]
  currency: string
  configuration: {
    descriptionSource: DescriptionSource
    mode: 'draft' | 'invoice'
    /**
     * The account number of eleven digits. If null, Fiken uses its default account, which is
     * allowed only for a draft.
     */
    bankAccountNumber: string | null
  }
  recipient: {
    /** The contact person; "" when unknown. */
    yourReference: string
    /** The contact's own payment terms in days; 14 days when null. */
    daysUntilDueDate: number | null
    /** The place of delivery stated when the job has no address. */
    fallbackPlace?: string
  }
  uuid: string
  now: Date
}

export interface BuiltLine extends PricedLine {
  lineIndex: number
  lineUuid: string
  sent: DraftLine
  percent: string
  cutName: string | null
  explanation: string
}

interface LineDifference {
  lineIndex: number
  /** Our amount minus ServiceM8's amount, in øre. */
  ore: number
  message: string
}

export interface BuiltDraft {
  ok: true
  draft: Omit<NewDraft, 'customerId'>
  /** The sums (net, VAT and gross) that Fiken will compute, in øre. */
  net: number
  vat: number
  gross: number
  rates: RateSum[]
  lines: BuiltLine[]
  differences: LineDifference[]
  /** The excluded lines' share of ServiceM8's total, in øre. */
  leftOutGross: number
  /** The largest difference from ServiceM8's total that rounding can explain, in øre. */
  rounding: number
  deposit?: TakenOff
  /** Notes in Norwegian that do not block the transfer. */
  notes: string[]
}

export type DraftResult = BuiltDraft | { ok: false; problems: Problem[] }

/** Builds the invoice draft of a job, or returns all problems that prevent it (rules 6, 8, 9). */
export function buildDraft(input: DraftInput): DraftResult {
  const problems: Problem[] = []
  const { lines, leftOutGross, rounding } = buildLines(input, problems)
  const jobGross = sum(lines, 'gross')
  const deposit = depositOf(input, problems)
  const named = totalToName(input.job.totalInvoiceAmount, { jobGross, leftOutGross, rounding })
  if (input.currency !== '' && input.currency.toUpperCase() !== 'NOK') {
    problems.push(
      problem(
        'foreign_currency',
        `ServiceM8-kontoen bruker ${input.currency}. Bare jobber i norske kroner kan overføres.`,
      ),
    )
  }
  if (input.configuration.mode === 'invoice' && !input.configuration.bankAccountNumber)
    problems.push(problem('no_bank_account'))
  if (problems.length === 0 && jobGross < 0) {
    problems.push(
      problem(
        'negative_total',
        `Summen er ${formatKroner(named)}. Lag en kreditnota i Fiken, av fakturaen jobben gjelder.`,
      ),
    )
  }
  if (problems.length === 0 && jobGross === 0) {
    const allLeftOut = lines.length === 0 && input.lines.some((line) => line.active)
    problems.push(
      problem(
        'empty_job',
        allLeftOut ? 'Alle linjene er utelatt. Ta med minst én av dem igjen.' : undefined,
      ),
    )
  }
  const gross = jobGross + (deposit?.gross ?? 0)
  if (problems.length === 0 && deposit && gross <= 0) problems.push(tooLarge(named, deposit))
  if (problems.length > 0) return { ok: false, problems: mergeProblems(problems) }
  const net = sum(lines, 'net') + (deposit?.net ?? 0)
  const takenOff = deposit?.lines ?? []
  return {
    ok: true,
    draft: draftOf(input, [...lines, ...takenOff]),
    net,
    vat: gross - net,
    gross,
    rates: fikenRates([...lines, ...takenOff.map(fikenLineOf)]),
    lines,
    differences: lines
      .filter((line) => line.difference !== 0)
      .map((line) => ({
        lineIndex: line.lineIndex,
        ore: line.difference,
        message: explainDifference(line),
      })),
    leftOutGross,
    rounding,
    ...(deposit ? { deposit } : {}),
    notes: notesOf(input, lines, deposit),
  }
}

function depositOf({ deposit }: DraftInput, problems: Problem[]): TakenOff | null {
  if (!deposit) return null
  const taken = takeOff(deposit)
  if ('lines' in taken) return taken
  problems.push(taken)
  return null
}

function buildLines(
  input: DraftInput,
  problems: Problem[],
): Pick<BuiltDraft, 'lines' | 'leftOutGross' | 'rounding'> {
  const materials = new Map(input.materials.map((material) => [material.uuid, material]))
  const vat = vatOfLines(input.lines, materials, input.job, input)
  const leftOut = new Set(input.leftOut)
  const lines: BuiltLine[] = []
  let leftOutGross = 0
  let rounding = 0
  for (const [lineIndex, line] of input.lines.entries()) {
    if (!line.active) continue
    try {
      if (leftOut.has(line.uuid)) {
        const { theirGross, exactGross } = leftOutLine(line, vat.percentOf(lineIndex))
        leftOutGross += theirGross
        rounding += roundingOf(theirGross, exactGross)
        continue
      }
      const resolved = vat.of(lineIndex)
      if (!resolved.ok) {
        problems.push(resolved.problem)
        continue
      }
      const price = priceOfLine(line, resolved.percent)
      const priced = priceLine(price)
      rounding += roundingOf(priced.gross, priced.exactGross)
      const suffix = priced.folded ? foldedText(price) : ''
      const material = line.materialUuid === null ? undefined : materials.get(line.materialUuid)
      // A line that is sent as quantity 1 gets no product, because Fiken would count a single unit
      // in stock and sales statistics. Nor does a line with a negated quantity, which would put
      // goods back in stock.
      const product =
        material && !priced.folded && !priced.turned
          ? findProduct(input.products, productNumberOf(material))
          : undefined
      lines.push({
        ...priced,
        percent: resolved.percent,
        cutName: isLineTextCut(line.name, suffix) ? line.name : null,
        lineIndex,
        lineUuid: line.uuid,
        sent: {
          ...(product ? { productId: product.productId } : {}),
          ...lineText(line.name, suffix),
          quantity: priced.quantity,
          unitPrice: priced.unitPrice,
          vatType: resolved.vatType,
          incomeAccount: resolved.account,
        },
        explanation: explainLine(priced, price),
      })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      problems.push(unreadable(line, lineIndex))
    }
  }
  return { lines, leftOutGross, rounding }
}

function unreadable(line: JobLine, lineIndex: number): Problem {
  const name = quotedLine(line.name)
  return problemAbout('line_unreadable', {
    message: `Antall eller pris på linjen ${name} er ikke et tall vi kan føre.`,
    name,
    several: 'Antall eller pris på linjene {} er ikke tall vi kan føre.',
    lineIndex,
  })
}

function draftOf(input: DraftInput, lines: readonly { sent: DraftLine }[]): BuiltDraft['draft'] {
  const { job, configuration, recipient, uuid, now } = input
  const text = invoiceText(textInputOf(input))
  const yourReference = cut(singleLine(recipient.yourReference), REFERENCE_LIMIT)
  const days = recipient.daysUntilDueDate
  const order = orderNumber(job.purchaseOrderNumber)
  return {
    uuid,
    issueDate: today(now),
    daysUntilDueDate:
      days !== null && Number.isSafeInteger(days) && days >= 0 ? days : DEFAULT_DAYS_UNTIL_DUE,
    lines: lines.map((line) => line.sent),
    ourReference: `Jobb ${jobReference(job)}`,
    ...(text === '' ? {} : { invoiceText: text }),
    ...(yourReference === '' ? {} : { yourReference }),
    ...(order === '' ? {} : { orderReference: order }),
    ...(configuration.bankAccountNumber
      ? { bankAccountNumber: configuration.bankAccountNumber }
      : {}),
  }
}

const textInputOf = ({ job, configuration, recipient, replaces }: DraftInput) => ({
  job,
  source: configuration.descriptionSource,
  fallbackPlace: recipient.fallbackPlace,
  replaces,
})

function notesOf(
  input: DraftInput,
  lines: readonly BuiltLine[],
  deposit: TakenOff | null,
): string[] {
  const { job, payments } = input
  const notes = deposit
    ? [
        `Forskuddet på ${formatKroner(-deposit.gross)} (faktura ${deposit.invoiceNumber}) er trukket fra.`,
      ]
    : []
  const paid = payments
    .filter((payment) => payment.active)
    .reduce((total, { amount }) => total + readOre(amount), 0)
  if (paid > 0) {
    const word = payments.some((payment) => payment.active && payment.isDeposit)
      ? 'forskudd'
      : 'delbetaling'
    const what = deposit
      ? 'Fakturaen er redusert bare med forskuddsfakturaen, ikke med innbetalinger'
      : 'Fakturaen er på hele beløpet; før innbetalingen i Fiken'
    notes.push(`Det er registrert ${formatKroner(paid)} som ${word} i ServiceM8. ${what}.`)
  }
  const folded = lines.filter((line) => line.folded).length
  if (folded > 0) {
    const which = folded === 1 ? 'Én linje' : `${folded} linjer`
    notes.push(
      `${which} sendes som én enhet med antallet i teksten, fordi prisen per enhet ikke går opp i hele øre.`,
    )
  }
  notes.push(...cutNotes(input, lines))
  if (job.completedOn === null)
    notes.push('Jobben har ingen fullføringsdato. Føy til leveringsdato i Fiken.')
  return notes
}

function cutNotes(input: DraftInput, lines: readonly BuiltLine[]): string[] {
  const why = 'er forkortet, fordi Fiken ikke har plass til hele.'
  const isCut = cutInInvoiceText(textInputOf(input))
  const reference = singleLine(input.recipient.yourReference)
  const cutNames = lines.flatMap(({ cutName }) => (cutName === null ? [] : [cutName]))
  const [first] = cutNames
  const which =
    cutNames.length === 1 ? `linjen ${quotedLine(first ?? '')}` : `${cutNames.length} linjer`
  return [
    ...(cutNames.length === 0 ? [] : [`Teksten på ${which} ${why}`]),
    ...(isCut.text ? [`Beskrivelsen av jobben ${why}`] : []),
    ...(isCut.place ? [`Leveringsstedet ${why}`] : []),
    ...(reference.length > REFERENCE_LIMIT ? [`«Deres referanse» ${why}`] : []),
  ]
}

function sum(lines: readonly PricedLine[], key: 'net' | 'gross'): number {
  return lines.reduce((total, line) => total + line[key], 0)
}

function readOre(amount: string): number {
  try {
    return oreFromDecimal(amount)
  } catch {
    return 0
  }
}
