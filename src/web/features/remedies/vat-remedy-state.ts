import type { AnswerOf } from '#shared/contract'
import type { readStopped } from '#shared/contracts/transfers/stopped'
import { isUnknownRate, isZeroRate, type VatEdit, type VatRow } from '../configuration/vat-state.ts'

type Job = AnswerOf<typeof readStopped>['jobs'][number]

interface VatRemedyInput {
  rows: readonly VatRow[]
  jobs: readonly Job[]
  transferId?: string | undefined
  isChanged: (row: VatRow) => boolean
}

export interface VatRemedyState {
  /**
   * The rates in question: those that stop the opened job, otherwise those that stop any job and can
   * be fixed here. When no rate stops the jobs any longer, all rates of the jobs.
   */
  shown: readonly VatRow[]
  /** The confirmations of sales without VAT that the button also saves. */
  confirms: Readonly<Record<string, VatEdit>>
  saves: boolean
  /** True when Fiken has no VAT type for any of the rates. */
  unknownOnly: boolean
  zeroOnly: boolean
  ready: readonly string[]
}

export function vatRemedyState(input: VatRemedyInput): VatRemedyState {
  const { rows, jobs, transferId, isChanged } = input
  const asked = new Set(jobs.find(({ id }) => id === transferId)?.rates)
  const used = new Set(jobs.flatMap(({ rates }) => rates))
  const own = rows
    .filter(({ taxRateUuid }) => used.has(taxRateUuid))
    .toSorted((one, other) => Number(isUnknownRate(one)) - Number(isUnknownRate(other)))
  const inTheWay = own.filter((row) => isChanged(row) || row.problems.length > 0)
  const ofJob = inTheWay.filter(({ taxRateUuid }) => asked.has(taxRateUuid))
  const fixable = inTheWay.filter((row) => !isUnknownRate(row))
  const shown = [ofJob, fixable, inTheWay, own].find((some) => some.length > 0) ?? []
  // The button confirms only sales without VAT that the user sees.
  const confirmed = shown.filter(
    (row) => inTheWay.includes(row) && isZeroRate(row) && isComplete(row),
  )
  // A saved rate that is still refused must be changed first. For a rate without VAT, only the
  // confirmation may be missing.
  const stops = inTheWay.filter(
    (row) => !isComplete(row) || !(isChanged(row) || confirmed.includes(row)),
  )
  const stopping = new Set(stops.map(({ taxRateUuid }) => taxRateUuid))
  return {
    shown,
    confirms: Object.fromEntries(
      confirmed.map(({ taxRateUuid }) => [taxRateUuid, { confirmed: true }] as const),
    ),
    saves: confirmed.length > 0 || own.some(isChanged),
    unknownOnly: inTheWay.length > 0 && shown.every(isUnknownRate),
    zeroOnly: inTheWay.length > 0 && shown.every(isZeroRate),
    ready: jobs
      .filter(({ rates }) => !rates.some((rate) => stopping.has(rate)))
      .map(({ id }) => id),
  }
}

const isComplete = ({ vatType, goodsAccount, serviceAccount }: VatRow) =>
  Boolean(vatType && goodsAccount && serviceAccount)
