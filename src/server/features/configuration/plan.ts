import type { ConfigurationChange } from '#shared/contracts/configuration'
import type { ConfigurationRow } from './store.ts'

/** What a save would do, decided before anybody is asked and anything is written. */
export interface SavePlan {
  /** Keys whose value changes; the company and the bank account not among them. */
  changes: Partial<Pick<ConfigurationRow, PlainKey | 'isActive' | 'activatedAt'>>
  /** The company to change to; null = none any more; undefined = it stays. */
  company: string | null | undefined
  /** The bank account to change to, to be looked up in the company; "" needs no look; undefined = it stays. */
  bankAccountCode: string | undefined
  activates: boolean
  deactivates: boolean
  /** Jobs count from an earlier date, or unapproved ones too: some that were left alone are to be looked at again. */
  reachesBack: boolean
}

const PLAIN_KEYS = [
  'invoiceCreationMode',
  'invoiceDescriptionSource',
  'autoCreateProducts',
  'jobFetchType',
  'autoTransferOnSync',
  'enableFuzzyCustomerMatch',
  'customerMatchThreshold',
  'writeBackPayments',
] as const
type PlainKey = (typeof PLAIN_KEYS)[number]

/**
 * Merges what was sent with what is saved (decision 16). The screen sends the last saved object plus the changed key, so a key that
 * says what is there already is no wish at all: it must not bring back the old company's bank account, nor count as choosing a company.
 *
 * @param now becomes activatedAt at the first activation, unless another instant is sent
 */
export function planSave(current: ConfigurationRow, wanted: ConfigurationChange, now: Date): SavePlan {
  const changes: SavePlan['changes'] = Object.fromEntries(
    PLAIN_KEYS.filter((key) => wanted[key] !== undefined && wanted[key] !== current[key]).map((key) => [key, wanted[key]]),
  )
  if (wanted.isActive !== undefined && wanted.isActive !== current.isActive) changes.isActive = wanted.isActive

  const activates = changes.isActive === true
  const activatedAt = wanted.activatedAt ? new Date(wanted.activatedAt) : null
  if (activatedAt && activatedAt.getTime() !== current.activatedAt?.getTime()) changes.activatedAt = activatedAt
  else if (activates && current.activatedAt === null) changes.activatedAt = now

  const slug = wanted.fikenCompanySlug === '' ? null : wanted.fikenCompanySlug
  const company = slug === undefined || slug === current.fikenCompanySlug ? undefined : slug
  const asked = wanted.fikenBankAccountCode === undefined ? undefined : (wanted.fikenBankAccountCode ?? '')
  const other = asked === undefined || asked === current.fikenBankAccountCode ? undefined : asked
  // Another company has other accounts.
  const bankAccountCode = company === undefined ? other : company === null ? '' : (other ?? '')
  const earlier =
    activatedAt !== null && changes.activatedAt === activatedAt && activatedAt.getTime() < (current.activatedAt ?? now).getTime()
  const reachesBack = earlier || changes.jobFetchType === 'completed'
  return { changes, company, bankAccountCode, activates, deactivates: changes.isActive === false, reachesBack }
}

export interface Readiness {
  servicem8Connected: boolean
  fikenConnected: boolean
  companyChosen: boolean
  requiresCompanySelection: boolean
}

/** What stands in the way of an active integration, in Norwegian; empty = nothing. */
export function whatIsMissing({
  servicem8Connected,
  fikenConnected,
  companyChosen,
  requiresCompanySelection,
}: Readiness): string[] {
  return [
    servicem8Connected ? '' : 'ServiceM8 er ikke tilkoblet',
    fikenConnected ? '' : 'Fiken er ikke tilkoblet',
    companyChosen ? '' : 'selskap i Fiken er ikke valgt',
    companyChosen && requiresCompanySelection ? 'selskapet i Fiken må velges på nytt' : '',
  ].filter(Boolean)
}

const LABELS: Record<PlainKey | 'isActive' | 'activatedAt' | 'fikenCompanySlug' | 'fikenBankAccountCode', string> = {
  invoiceCreationMode: 'utkast eller faktura',
  invoiceDescriptionSource: 'kilde for fakturatekst',
  autoCreateProducts: 'automatiske produkter',
  jobFetchType: 'hvilke jobber som hentes',
  autoTransferOnSync: 'overføring ved synkronisering',
  enableFuzzyCustomerMatch: 'kundetreff på navn',
  customerMatchThreshold: 'grense for kundetreff',
  writeBackPayments: 'betaling tilbake til ServiceM8',
  isActive: 'integrasjonen av/på',
  activatedAt: 'startdato',
  fikenCompanySlug: 'selskap',
  fikenBankAccountCode: 'bankkonto',
}

/** The log's sentence about a save: "Innstillinger lagret: selskap, bankkonto". */
export function describeChanges(keys: readonly string[]): string {
  const labels = keys.flatMap((key) => (Object.hasOwn(LABELS, key) ? [LABELS[key as keyof typeof LABELS]] : []))
  return `Innstillinger lagret: ${labels.join(', ')}`
}

/** "a", "a og b", "a, b og c" */
export function enumerate(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} og ${parts.at(-1) ?? ''}`
}
