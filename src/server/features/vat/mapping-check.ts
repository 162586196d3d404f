import { exact, type Exact, ZERO } from '#shared/decimal'
import { formatDecimal } from '#shared/money'
import { isVatType, type VatCompany } from './vat-accounts.ts'
import { mappingProblems, NO_RATE, type VatMapping } from './vat.ts'

export interface RequestedMapping extends Chosen {
  taxRateUuid: string
  known?: Chosen | undefined
}

interface Chosen {
  vatType: string | null
  goodsAccount: string | null
  serviceAccount: string | null
  confirmed: boolean
}

type CheckedMappings =
  | { ok: true; changed: VatMapping[] }
  /**
   * The reason for rejecting a row; `elsewhere` is true when the row has been saved from another
   * window in the meantime.
   */
  | { ok: false; message: string; elsewhere?: true }

/**
 * Returns the rows that will change, or the reason why the first invalid row is rejected. Unchanged
 * rows are not checked, so that a problem in one row (a default account that is missing in the
 * chart of accounts) does not prevent the user from fixing another.
 */
export function checkMappings(
  requested: readonly RequestedMapping[],
  table: readonly VatMapping[],
  company: VatCompany,
): CheckedMappings {
  const rows = new Map(table.map((row) => [row.taxRateUuid, row]))
  const changed = new Map<string, VatMapping>()
  for (const one of requested) {
    const { taxRateUuid, vatType, goodsAccount, serviceAccount, confirmed, known } = one
    const row = rows.get(taxRateUuid)
    if (!row) return refuse('En av MVA-satsene finnes ikke lenger i ServiceM8. Last siden på nytt.')
    if (vatType !== null && !isVatType(vatType))
      return refuse(`${nameOf(row)}: «${vatType}» er ikke en MVA-type i Fiken.`)
    const next = { ...row, vatType, goodsAccount, serviceAccount, confirmed }
    if (same(row, next)) continue
    if (known && !same(row, known)) {
      return {
        ...refuse(
          `${nameOf(row)} er endret i et annet vindu i mellomtiden. Se over, og lagre på nytt hvis ditt valg skal gjelde.`,
        ),
        elsewhere: true,
      }
    }
    if (vatType !== null) {
      if (goodsAccount === null || serviceAccount === null)
        return refuse(`${nameOf(row)}: Velg konto for både varer og tjenester.`)
      const [first] = mappingProblems({ ...next, confirmed: true }, company)
      if (first) return refuse(`${nameOf(row)}: ${first.message}`)
    }
    changed.set(taxRateUuid, next)
  }
  return { ok: true, changed: [...changed.values()] }
}

export function problemsOf(row: VatMapping, company: VatCompany): string[] {
  return mappingProblems(row, company).map((found) => found.message)
}

export function inScreenOrder(rows: readonly VatMapping[]): VatMapping[] {
  return [...rows].sort(
    (a, b) =>
      Number(a.taxRateUuid === NO_RATE) - Number(b.taxRateUuid === NO_RATE) ||
      percentOf(b).cmp(percentOf(a)) ||
      a.name.localeCompare(b.name),
  )
}

/** Returns the rate's percentage; 0 if it cannot be parsed. */
function percentOf({ percent }: VatMapping): Exact {
  try {
    return exact(percent)
  } catch {
    return ZERO
  }
}

function same(a: Chosen, b: Chosen): boolean {
  return (
    a.vatType === b.vatType &&
    a.goodsAccount === b.goodsAccount &&
    a.serviceAccount === b.serviceAccount &&
    a.confirmed === b.confirmed
  )
}

const nameOf = (row: VatMapping) =>
  row.taxRateUuid === NO_RATE ? `«${row.name}»` : `«${row.name}» (${formatDecimal(row.percent)} %)`
const refuse = (message: string) => ({ ok: false as const, message })
