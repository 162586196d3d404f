import { problem, type Problem } from '#shared/causes/index'
import { formatKroner, oreFromDecimal } from '#shared/money'
import type { BuiltDraft } from './draft.ts'
import { roundingOfTotal } from './lines.ts'

export interface TotalCheck {
  ok: boolean
  /** ServiceM8's total for the sent lines, in øre. */
  expectedGross: number
  /** Our total minus the expected total, in øre. */
  difference: number
  explanation: string[]
  problem: Problem | null
}

/**
 * Compares our total with ServiceM8's total, after subtracting excluded lines. Allows only
 * differences caused by rounding: those of the lines, and one øre if ServiceM8's total has a
 * fraction of an øre. A larger difference means that a line is missing, was changed in the
 * meantime, or has another VAT rate than we assume; then nothing is sent.
 *
 * @throws RangeError when the total cannot be parsed
 */
export function checkTotal(
  built: Pick<BuiltDraft, 'gross' | 'differences' | 'leftOutGross' | 'rounding' | 'deposit'>,
  totalInvoiceAmount: string,
): TotalCheck {
  const expectedGross = oreFromDecimal(totalInvoiceAmount) - built.leftOutGross
  // ServiceM8's total does not include the deducted deposit.
  const jobGross = built.gross - (built.deposit?.gross ?? 0)
  const difference = jobGross - expectedGross
  const fromLines = built.differences.reduce((total, one) => total + one.ore, 0)
  const rest = difference - fromLines
  const explanation = built.differences.map((one) => one.message)
  const ok = Math.abs(difference) <= built.rounding + roundingOfTotal(totalInvoiceAmount)
  if (!ok) explanation.push(`${formatKroner(rest)} kommer ikke fra avrunding av linjene.`)
  else if (rest !== 0)
    explanation.push(`${signedOre(rest)} er ServiceM8s egen avrunding av totalen.`)
  return {
    ok,
    expectedGross,
    difference,
    explanation,
    problem: ok
      ? null
      : problem(
          'amount_mismatch',
          `Linjene blir ${formatKroner(jobGross)}, men jobben er ${formatKroner(expectedGross)} i ServiceM8 ` +
            `(${formatKroner(Math.abs(difference))} ${difference > 0 ? 'for mye' : 'for lite'}). Ingenting er sendt. ` +
            'Sjekk linjene og MVA-satsene på jobben.',
        ),
  }
}

/** A document's amounts in øre. */
export interface Amounts {
  net: number
  gross: number
}

export interface Expectation extends Amounts {
  /** The number of lines with a price; each can be rounded by one øre. */
  pricedLines: number
  /** ServiceM8's total for the lines minus the deducted deposit, in øre. */
  theirGross: number
}

export function expectationOf(
  built: Pick<BuiltDraft, 'net' | 'gross' | 'lines' | 'deposit'>,
  total: TotalCheck,
): Expectation {
  const lines = [...built.lines, ...(built.deposit?.lines ?? [])].map(({ sent }) => sent)
  return {
    net: built.net,
    gross: built.gross,
    pricedLines: pricedLinesOf(lines),
    theirGross: total.expectedGross + (built.deposit?.gross ?? 0),
  }
}

export function pricedLinesOf(lines: readonly { unitPrice: number }[]): number {
  return lines.filter(({ unitPrice }) => unitPrice !== 0).length
}

/**
 * Returns the difference between Fiken's amounts and ours in øre if rounding alone can explain it,
 * otherwise null. Fiken does not document how it rounds negative halves or whether it computes VAT
 * per line or per rate, so net, VAT and gross can each differ by one øre per priced line.
 */
export function roundingBetween(
  ours: Amounts,
  fikens: Amounts,
  pricedLines: number,
): number | null {
  const [net, gross] = [fikens.net - ours.net, fikens.gross - ours.gross].map(Math.abs) as [
    number,
    number,
  ]
  const vat = Math.abs(fikens.gross - fikens.net - (ours.gross - ours.net))
  const apart = Math.max(net, vat, gross)
  if (apart > pricedLines) return null
  return gross === 0 ? apart : gross
}

/**
 * Returns the note on a rounding difference; null when the difference from our amounts or
 * ServiceM8's total is larger than rounding.
 */
function roundingNote(expected: Expectation, actual: Amounts): string | null {
  const apart = roundingBetween(expected, actual, expected.pricedLines)
  if (apart === null) return null
  if (Math.abs(actual.gross - expected.theirGross) > expected.pricedLines) return null
  return `Fiken runder annerledes: ${apart} øre`
}

type ReadBack = { ok: true; note: string | null } | { ok: false; problem: Problem }

/**
 * Compares Fiken's amounts for the draft with the expected amounts. A rounding difference is
 * accepted only if the draft is otherwise as we sent it.
 * @param options.asSent true when recipient and lines are those that we sent
 * @param options.currency the draft's currency when it is not kroner
 */
export function checkReadBack(
  sent: Expectation,
  draft: Amounts,
  { asSent, currency = '' }: { asSent: boolean; currency?: string | undefined },
): ReadBack {
  if (currency !== '') return { ok: false, problem: inAnotherCurrency(currency) }
  if (sent.net === draft.net && sent.gross === draft.gross) return { ok: true, note: null }
  const note = asSent ? roundingNote(sent, draft) : null
  if (note !== null) return { ok: true, note }
  return {
    ok: false,
    problem: problem(
      'draft_differs',
      `Utkastet i Fiken er på ${formatKroner(draft.gross)} (netto ${formatKroner(draft.net)}), men skulle vært ` +
        `${formatKroner(sent.gross)} (netto ${formatKroner(sent.net)}). Se på utkastet, og godta det eller rett det i Fiken.`,
    ),
  }
}

const inAnotherCurrency = (currency: string) =>
  problem(
    'draft_differs',
    `Utkastet i Fiken er i ${currency}, men skulle vært i norske kroner. Se på utkastet, og godta det eller rett det i Fiken.`,
  )

function signedOre(ore: number): string {
  return `${Math.abs(ore)} øre ${ore > 0 ? 'mer' : 'mindre'}`
}
