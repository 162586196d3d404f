import type { AnswerOf } from '#shared/contract'
import type { readStopped } from '#shared/contracts/transfers/stopped'
import { isUnknownRate, isZeroRate, type VatEdit, type VatRow } from '../configuration/vat-state.ts'

type Job = AnswerOf<typeof readStopped>['jobs'][number]

interface VatRemedyInput {
  rows: readonly VatRow[]
  jobs: readonly Job[]
  /** The job that it was asked from: its rates come first. */
  transferId?: string | undefined
  isChanged: (row: VatRow) => boolean
}

/** What a VAT cause asks, and what follows from the answers so far. */
export interface VatRemedyState {
  /**
   * The rates of the stopped jobs that are in the way, those that can be answered first, and
   * among them those of the job it was asked from; all of theirs when none is any more.
   */
  shown: readonly VatRow[]
  /** What pressing the button says besides: sales without VAT are confirmed. */
  confirms: Readonly<Record<string, VatEdit>>
  /** Something is to be saved before the jobs are tried. */
  saves: boolean
  /** Fiken has a VAT type for none of them: there is nothing to answer here. */
  unknownOnly: boolean
  /** Every rate that is asked about is one without VAT. */
  zeroOnly: boolean
  /** The jobs that nothing in the table stops any more. */
  ready: readonly string[]
}

export function vatRemedyState(input: VatRemedyInput): VatRemedyState {
  const { rows, jobs, transferId, isChanged } = input
  const asked = new Set(jobs.find(({ id }) => id === transferId)?.rates)
  const rank = (row: VatRow) => Number(isUnknownRate(row)) * 2 + Number(!asked.has(row.taxRateUuid))
  const used = new Set(jobs.flatMap(({ rates }) => rates))
  const own = rows
    .filter(({ taxRateUuid }) => used.has(taxRateUuid))
    .toSorted((one, other) => rank(one) - rank(other))
  const inTheWay = own.filter((row) => isChanged(row) || row.problems.length > 0)
  const confirmed = inTheWay.filter((row) => isZeroRate(row) && isComplete(row))
  // A rate that was saved and is still refused has to be changed first; one without VAT may only
  // lack the confirmation.
  const stops = inTheWay.filter((row) => !isComplete(row) || !(isChanged(row) || isZeroRate(row)))
  const stopping = new Set(stops.map(({ taxRateUuid }) => taxRateUuid))
  return {
    shown: inTheWay.length > 0 ? inTheWay : own,
    confirms: Object.fromEntries(
      confirmed.map(({ taxRateUuid }) => [taxRateUuid, { confirmed: true }] as const),
    ),
    saves: confirmed.length > 0 || own.some(isChanged),
    unknownOnly: inTheWay.length > 0 && inTheWay.every(isUnknownRate),
    zeroOnly: inTheWay.length > 0 && inTheWay.every(isZeroRate),
    ready: jobs
      .filter(({ rates }) => !rates.some((rate) => stopping.has(rate)))
      .map(({ id }) => id),
  }
}

const isComplete = ({ vatType, goodsAccount, serviceAccount }: VatRow) =>
  Boolean(vatType && goodsAccount && serviceAccount)
