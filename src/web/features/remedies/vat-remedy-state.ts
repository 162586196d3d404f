import type { AnswerOf } from '#shared/contract'
import type { readStopped } from '#shared/contracts/transfers/stopped'
import { isUnknownRate, isZeroRate, type VatEdit, type VatRow } from '../configuration/vat-state.ts'

type Job = AnswerOf<typeof readStopped>['jobs'][number]

interface VatRemedyInput {
  rows: readonly VatRow[]
  jobs: readonly Job[]
  /** The job that the dialog was opened from; its rates come first. */
  transferId?: string | undefined
  isChanged: (row: VatRow) => boolean
}

/** VAT questions of a cause, and the consequences of the user's answers so far. */
export interface VatRemedyState {
  /**
   * Rates that stop the jobs. Rates that can be fixed here come first, starting with those of the
   * job that the dialog was opened from. When no rate stops the jobs any longer, all of the jobs'
   * rates.
   */
  shown: readonly VatRow[]
  /** Confirmations of sales without VAT that the button also saves. */
  confirms: Readonly<Record<string, VatEdit>>
  /** True when something must be saved before the jobs are retried. */
  saves: boolean
  /**
   * True when Fiken has no VAT type for any of the rates, so that nothing can be filled in here.
   */
  unknownOnly: boolean
  /** True when every rate is without VAT. */
  zeroOnly: boolean
  /** Ids of the jobs that the VAT table no longer stops. */
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
  // A saved rate that is still refused must be changed first. For a rate without VAT, only the
  // confirmation may be missing.
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
