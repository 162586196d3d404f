import type { WireAccount, WireBankAccount, WireCompany } from '#clients/fiken/wire'
import { localDate } from '../world/local-time.ts'
import type { FikenCompany } from '../world/state.ts'
import type { World } from '../world/world.ts'

const CHART: readonly [code: string, name: string][] = [
  ['1250', 'Inventar og verktøy'],
  ['1460', 'Varelager'],
  ['1500', 'Kundefordringer'],
  ['1900', 'Kontanter'],
  ['1920', 'Bankinnskudd'],
  ['1950', 'Skattetrekk'],
  ['2400', 'Leverandørgjeld'],
  ['2600', 'Skattetrekk skyldig'],
  ['2700', 'Utgående merverdiavgift, høy sats'],
  ['2740', 'Oppgjørskonto merverdiavgift'],
  ['3000', 'Salgsinntekt, handelsvarer, høy mva-sats'],
  ['3010', 'Salgsinntekt, egentilvirkede varer, høy mva-sats'],
  ['3020', 'Salgsinntekt, tjenester, høy mva-sats'],
  ['3030', 'Salgsinntekt, varer, middels mva-sats'],
  ['3040', 'Salgsinntekt, tjenester, lav mva-sats'],
  ['3100', 'Salgsinntekt, handelsvarer, avgiftsfri'],
  ['3110', 'Salgsinntekt, egentilvirkede varer, avgiftsfri'],
  ['3120', 'Salgsinntekt, tjenester, avgiftsfri'],
  ['3200', 'Salgsinntekt, varer, utenfor mva-loven'],
  ['3210', 'Salgsinntekt, egentilvirkede varer, utenfor mva-loven'],
  ['3220', 'Salgsinntekt, tjenester, utenfor mva-loven'],
  ['3605', 'Leieinntekt, fast eiendom'],
  ['3900', 'Annen driftsrelatert inntekt'],
  ['4300', 'Innkjøp av varer for videresalg'],
  ['5000', 'Lønn til ansatte'],
  ['6300', 'Leie lokale'],
  ['6800', 'Kontorrekvisita'],
  ['7000', 'Drivstoff'],
  ['7770', 'Bank- og kortgebyrer'],
]

export interface SeedCompany {
  slug: string
  name: string
  organizationNumber: string
  vatType: WireCompany['vatType']
  hasApiAccess: boolean
  bankAccountNumbers: [normal: string, taxDeduction: string]
  /** The last invoice number; null = no number series yet. */
  invoiceCounter: number | null
}

/** Creates a company's books; last year and this year are open. */
export function newCompany(world: World, seed: SeedCompany): FikenCompany {
  const today = localDate(world.now())
  const year = Number(today.slice(0, 4))
  const [normal, taxDeduction] = seed.bankAccountNumbers
  const isRegistered = seed.vatType !== 'no'
  const info: WireCompany = {
    name: seed.name,
    slug: seed.slug,
    organizationNumber: seed.organizationNumber,
    vatType: seed.vatType,
    address: {
      streetAddress: 'Strandgaten 12',
      postCode: '5013',
      city: 'Bergen',
      country: 'Norge',
    },
    email: `post@${seed.slug}.example`,
    phoneNumber: '55 12 30 00',
    creationDate: `${year - 3}-01-15`,
    hasApiAccess: seed.hasApiAccess,
    testCompany: true,
    accountingStartDate: `${year - 3}-01-01`,
    ...(isRegistered ? { vatRegistrationDate: `${year - 3}-02-01` } : {}),
  }
  const company: FikenCompany = {
    slug: seed.slug,
    info,
    bankAccounts: [
      bankAccount(world, 'Driftskonto', '1920:10001', normal, 'normal'),
      bankAccount(world, 'Skattetrekk', '1950:10001', taxDeduction, 'tax_deduction'),
    ],
    verifiedBankAccounts: [normal],
    accounts: chart(),
    contacts: [],
    products: [],
    drafts: [],
    draftUuids: [],
    invoices: [],
    creditNotes: [],
    invoiceCounter: seed.invoiceCounter,
    creditNoteCounter: 10_000,
    openYears: [year - 1, year],
    newestYear: year,
  }
  world.state.fiken.companies[seed.slug] = company
  return company
}

function bankAccount(
  world: World,
  name: string,
  accountCode: string,
  bankAccountNumber: string,
  type: WireBankAccount['type'],
): WireBankAccount {
  return {
    bankAccountId: world.nextId(),
    name,
    accountCode,
    bankAccountNumber,
    type,
    inactive: false,
    reconciledBalance: 12_345_600,
  }
}

function chart(): WireAccount[] {
  const rows = CHART.map(([code, name]) => ({ code, name }))
  return rows.flatMap((row) => {
    if (row.code === '1920') return [row, { code: '1920:10001', name: 'Driftskonto' }]
    return row.code === '1950' ? [row, { code: '1950:10001', name: 'Skattetrekk' }] : [row]
  })
}
