import { problem, type Problem } from '#shared/causes'
import { formatKroner, oreFromDecimal } from '#shared/money'
import type { BuiltDraft } from './draft.ts'

export interface TotalCheck {
  ok: boolean
  /** What ServiceM8 says the lines that are sent come to, øre. */
  expectedGross: number
  /** Ours minus expected, øre. */
  difference: number
  /** Norwegian sentences that add up to the difference, the lines' own first. */
  explanation: string[]
  problem: Problem | null
}

/**
 * Our total against ServiceM8's (DESIGN §2 step 3). A øre a line is rounding that whole-øre lines cannot avoid; more means that a
 * line is missing, changed meanwhile, or has another VAT rate than we think, and nothing is sent. Lines a person left out are
 * taken off ServiceM8's total first. Throws RangeError when the total cannot be read.
 */
export function checkTotal(
  built: Pick<BuiltDraft, 'gross' | 'lines' | 'differences' | 'leftOutGross'>,
  totalInvoiceAmount: string,
): TotalCheck {
  const expectedGross = oreFromDecimal(totalInvoiceAmount) - built.leftOutGross
  const difference = built.gross - expectedGross
  const fromLines = built.differences.reduce((total, one) => total + one.ore, 0)
  const rest = difference - fromLines
  const explanation = built.differences.map((one) => one.message)
  const ok = Math.abs(difference) <= built.lines.length
  if (rest !== 0 && ok) explanation.push(`${signedOre(rest)} er ServiceM8s egen avrunding av totalen.`)
  if (rest !== 0 && !ok) explanation.push(`${formatKroner(rest)} kommer ikke fra avrunding av linjene.`)
  return {
    ok,
    expectedGross,
    difference,
    explanation,
    problem: ok
      ? null
      : problem(
          'amount_mismatch',
          `Linjene blir ${formatKroner(built.gross)}, men jobben er ${formatKroner(expectedGross)} i ServiceM8 ` +
            `(${formatKroner(Math.abs(difference))} ${difference > 0 ? 'for mye' : 'for lite'}). Ingenting er sendt. ` +
            'Sjekk linjene og MVA-satsene på jobben.',
        ),
  }
}

/** What Fiken made of the draft against what we expected; they differ only when Fiken computes otherwise than we know. */
export function checkReadBack(
  sent: { net: number; gross: number },
  draft: { net: number; gross: number },
): { ok: true } | { ok: false; problem: Problem } {
  if (sent.net === draft.net && sent.gross === draft.gross) return { ok: true }
  return {
    ok: false,
    problem: problem(
      'draft_differs',
      `Utkastet i Fiken er på ${formatKroner(draft.gross)} (netto ${formatKroner(draft.net)}), men skulle vært ` +
        `${formatKroner(sent.gross)} (netto ${formatKroner(sent.net)}). Se på utkastet, og godta det eller rett det i Fiken.`,
    ),
  }
}

function signedOre(ore: number): string {
  return `${Math.abs(ore)} øre ${ore > 0 ? 'mer' : 'mindre'}`
}
