import type { WireJobMaterial } from '#clients/servicem8/wire'
import type { Settings } from '../world/settings.ts'
import type { Sm8Account } from '../world/state.ts'

/** Parses a decimal string into an integer with four decimals: "12.5" → 125000n. */
export function scaled(text: unknown): bigint {
  const found = /^(-?)(\d*)(?:\.(\d*))?$/.exec(String(text ?? '0').trim())
  if (!found) return 0n
  const [, sign = '', whole = '', fraction = ''] = found
  const value = BigInt(whole || '0') * 10_000n + BigInt((fraction + '0000').slice(0, 4))
  return sign ? -value : value
}

/** Divides integers, rounding half away from zero. */
export function divideRounded(value: bigint, by: bigint): bigint {
  const half = by / 2n
  return value >= 0n ? (value + half) / by : -((-value + half) / by)
}

export interface LineAmounts {
  net: bigint
  gross: bigint
}

/** Returns amounts in øre from displayed_amount; the line's flag says whether tax is included. */
export function lineAmounts(line: WireJobMaterial, percent: string): LineAmounts {
  const extended = scaled(line.quantity) * scaled(line.displayed_amount)
  const factor = 1_000_000n + scaled(percent)
  const inclusive = String(line.displayed_amount_is_tax_inclusive) === '1'
  return inclusive
    ? { gross: divideRounded(extended, 1_000_000n), net: divideRounded(extended, factor) }
    : {
        net: divideRounded(extended, 1_000_000n),
        gross: divideRounded(extended * factor, 1_000_000_000_000n),
      }
}

/** Returns the tax percentage; without a rate, the setting chooses 0 or the default rate. */
export function linePercent(
  account: Sm8Account,
  line: WireJobMaterial,
  settings: Settings,
): string {
  const uuid = line.tax_rate_uuid
  if (uuid) return String(account.tables.taxrate[uuid]?.amount ?? '0')
  if (settings.servicem8.blankTaxRate === 'none') return '0'
  const standard = Object.values(account.tables.taxrate).find(
    (rate) => String(rate.is_default_tax_rate) === '1',
  )
  return String(standard?.amount ?? '0')
}

export function linesOf(account: Sm8Account, jobUuid: string): WireJobMaterial[] {
  return Object.values(account.tables.jobmaterial)
    .filter((line) => line.job_uuid === jobUuid && line.active === 1)
    .sort((one, other) => Number(one.sort_order) - Number(other.sort_order))
}

/** Returns the job's total including tax, as ServiceM8 writes it ("1250.0000"). */
export function jobTotal(account: Sm8Account, jobUuid: string, settings: Settings): string {
  let gross = 0n
  for (const line of linesOf(account, jobUuid))
    gross += lineAmounts(line, linePercent(account, line, settings)).gross
  return decimalOfOre(gross)
}

/** Formats øre as kroner: 125050n → "1250.5000". */
export function decimalOfOre(ore: bigint): string {
  const positive = ore < 0n ? -ore : ore
  return `${ore < 0n ? '-' : ''}${positive / 100n}.${String(positive % 100n).padStart(2, '0')}00`
}
