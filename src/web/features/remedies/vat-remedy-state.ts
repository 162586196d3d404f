import type { AnswerOf } from '#shared/contract'
import type { readStopped } from '#shared/contracts/transfers/stopped'
import { isUnknownRate, isZeroRate, type VatEdit, type VatRow } from '../configuration/vat-state.ts'

type Job = AnswerOf<typeof readStopped>['jobs'][number]

interface VatRemedyInput {
  rows: readonly VatRow[]
  jobs: readonly Job[]
  /** The job that the dialog was opened from: its rates come first. */
  transferId?: string | undefined
  isChanged: (row: VatRow) => boolean
}

/** The questions of a VAT cause, and the consequences of the answers so far. */
export interface VatRemedyState {
  /**
   * The rates that stop the jobs: answerable ones first, and among them those of the job that the
   * dialog was opened from. When none is in the way any more, all rates of the jobs.
   */
  shown: readonly VatRow[]
  /** Confirmations of sales without VAT that the button saves too. */
  confirms: Readonly<Record<string, VatEdit>>
  /** True when something must be saved before the jobs are retried. */
  saves: boolean
  /** True when Fiken has a VAT type for none of the rates, so that nothing can be answered here. */
  unknownOnly: boolean
  /** True when every rate is one without VAT. */
  zeroOnly: boolean
  /** Ids of the jobs that the table no longer stops. */
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
  // A saved rate that is still refused must be changed first. A rate without VAT may lack only the
  // confirmation.
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
