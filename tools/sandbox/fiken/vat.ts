import type { FikenCompany } from '../world/state.ts'
import { fikenError } from './errors.ts'

const INTERNAL_NAMES: Record<string, string> = {
  HIGH: 'SALG_HØY_MVA',
  MEDIUM: 'SALG_MIDDELS_MVA',
  RAW_FISH: 'SALG_RÅFISK',
  LOW: 'SALG_LAV_MVA',
  EXEMPT: 'SALG_FRITATT_FOR_MVA_AVGIFTSFRITT',
  EXEMPT_IMPORT_EXPORT: 'SALG_UTFØRSEL_AV_VARER_OG_TJENESTER',
  EXEMPT_REVERSE: 'SALG_INNENLANDSK_OMSETNING_MED_OMVENDT_AVGIFTPLIKT',
  OUTSIDE: 'SALG_UNNTATT_FRA_MVA_LOVEN',
  NONE: 'SALG_INNTEKTER_UTEN_MVABEHANDLING',
}

/** VAT types that an income account accepts, by account prefix; longer prefixes come first. */
const PAIRS: readonly [prefix: string, types: readonly string[]][] = [
  ['3030', ['MEDIUM']],
  ['3040', ['LOW']],
  ['3050', ['RAW_FISH']],
  ['3601', ['NONE']],
  ['3605', ['LOW', 'HIGH']],
  ['30', ['HIGH']],
  ['31', ['EXEMPT', 'EXEMPT_IMPORT_EXPORT', 'EXEMPT_REVERSE']],
  ['32', ['OUTSIDE']],
  ['39', ['NONE', 'OUTSIDE']],
]

/**
 * Refuses a combination of account and VAT type that Fiken would refuse. `vatType` is in upper
 * case.
 * @throws FikenError 400
 */
export function checkVat(company: FikenCompany, account: string, vatType: string): void {
  const internal = INTERNAL_NAMES[vatType]
  if (!internal) throw fikenError(400, `Invalid VAT type: ${vatType}`)
  const [code = ''] = account.split(':')
  if (!company.accounts.some((row) => row.code === account || row.code === code)) {
    throw fikenError(400, `Kontoen ${account} finnes ikke i kontoplanen.`)
  }
  if (company.info.vatType === 'no' && vatType !== 'OUTSIDE') {
    throw fikenError(
      400,
      'VAT charged when the company is not VAT registered. The only VAT type accepted is OUTSIDE.',
    )
  }
  const allowed = PAIRS.find(([prefix]) => code.startsWith(prefix))?.[1]
  if (!allowed) throw fikenError(400, `Kontoen ${account} er ikke en inntektskonto.`)
  if (allowed.includes(vatType)) return
  const names = allowed.map((type) => INTERNAL_NAMES[type]).join(', ')
  throw fikenError(
    400,
    `${internal} er ikke en gyldig mva kode for kontoen ${account}. Mulige mva koder er [${names}]`,
  )
}
