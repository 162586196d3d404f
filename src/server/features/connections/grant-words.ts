import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { Vendor } from '#shared/contracts/connections'
import type { Db } from '../../platform/database/database.ts'
import { recordActivity } from '../activity-log/record.ts'
import { companiesOfGrant, type GrantRow } from './grant-store.ts'

/**
 * The part of a sentence that tells the user how to connect again when the vendor issues no tokens.
 * Connecting Fiken again includes choosing the company (requireCompanySelection).
 */
const ACT = {
  servicem8: 'på nytt',
  fiken: 'på nytt og bekreft selskapet',
} as const satisfies Record<Vendor, string>

export function deadText(vendor: Vendor): string {
  return `${connectAgain(vendor)}; det som venter, fortsetter da av seg selv.`
}

/**
 * Returns the beginning of a sentence that asks the user to connect again, because nothing
 * continues automatically; the caller completes the sentence.
 */
export function connectAgain(vendor: Vendor): string {
  const name = VENDOR_NAMES[vendor]
  return `Tilgangen til ${name} er utløpt eller trukket tilbake. Koble til ${name} ${ACT[vendor]}`
}

/** What a company is told whose grant was another person's, who has ended it or left. */
const LOST = {
  left: 'Tilgangen til Fiken var gitt av en som ikke lenger er med i firmaet.',
  ended: 'Den som ga tilgangen til Fiken, har avsluttet den.',
} as const
export type HowLost = keyof typeof LOST

export const lostText = (how: HowLost): string =>
  `${LOST[how]} Koble til Fiken ${ACT.fiken}; det som venter, fortsetter da av seg selv.`

export function refusedText(vendor: Vendor): string {
  const name = VENDOR_NAMES[vendor]
  return `${name} har avvist tilgangen vår i over seks timer. Koble til ${name} ${ACT[vendor]}. Vi prøver fortsatt: slipper ${name} oss inn igjen, fortsetter alt av seg selv, og denne beskjeden forsvinner.`
}

const ENTRIES = {
  reauth_required: {
    say: (name: string) => `Tilgangen til ${name} er utløpt eller trukket tilbake`,
    success: false,
  },
  reauth_asked: {
    say: (name: string) =>
      `${name} har avvist tilgangen vår i over seks timer. Koble til på nytt; vi prøver fortsatt`,
    success: false,
  },
  recovered: { say: (name: string) => `${name} godtar tilgangen vår igjen`, success: true },
} as const

type What = keyof typeof ENTRIES

/**
 * Writes what became of the grant to the log of every company that uses it.
 * @returns the companies
 */
export async function logAtCompanies(
  tx: Db,
  { id, vendor }: Pick<GrantRow, 'id' | 'vendor'>,
  what: What,
  at: Date,
): Promise<string[]> {
  const companyIds = await companiesOfGrant(tx, id)
  await logAt(tx, companyIds, vendor, what, at)
  return companyIds
}

export async function logAt(
  tx: Db,
  companyIds: readonly string[],
  vendor: Vendor,
  what: What,
  at: Date,
): Promise<void> {
  const { say, success } = ENTRIES[what]
  for (const companyId of companyIds)
    await recordActivity(tx, {
      companyId,
      actor: null,
      type: 'oauth',
      action: `${vendor}_${what}`,
      description: say(VENDOR_NAMES[vendor]),
      success,
      at,
    })
}
