import type { ConfigurationChange, ConfigurationSave } from '#shared/contracts/configuration'
import type { ConfigurationRow } from './queries.ts'

/**
 * The effects of saving settings, determined before any request to Fiken and before anything is
 * written.
 */
export interface SavePlan {
  changes: Partial<Pick<ConfigurationRow, PlainKey | 'isActive' | 'activatedAt'>>
  /** The new company; null to remove the company; undefined to keep it. */
  company: string | null | undefined
  /**
   * The new bank account's code, which must exist in the company; "" to remove the bank account;
   * undefined to keep it.
   */
  bankAccountCode: string | undefined
  activates: boolean
  deactivates: boolean
  /**
   * True when the start date moves back, or when unapproved jobs are included too, so that some
   * skipped jobs must be checked again.
   */
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
  'attachments',
] as const
type PlainKey = (typeof PLAIN_KEYS)[number]

/**
 * Compares a request with the saved configuration (rule 16). The screen sends the last saved object
 * plus the changed key, so a key that equals its saved value is ignored: it must neither restore
 * the previous company's bank account nor count as choosing a company.
 * @param now becomes activatedAt at the first activation, unless the request contains another time
 */
export function planSave(
  current: ConfigurationRow,
  requested: ConfigurationChange,
  now: Date,
): SavePlan {
  const changes: SavePlan['changes'] = Object.fromEntries(
    PLAIN_KEYS.filter((key) => requested[key] !== undefined && requested[key] !== current[key]).map(
      (key) => [key, requested[key]],
    ),
  )
  if (requested.isActive !== undefined && requested.isActive !== current.isActive)
    changes.isActive = requested.isActive

  const activates = changes.isActive === true
  const activatedAt = requested.activatedAt ? new Date(requested.activatedAt) : null
  if (activatedAt && activatedAt.getTime() !== current.activatedAt?.getTime())
    changes.activatedAt = activatedAt
  else if (activates && current.activatedAt === null) changes.activatedAt = now

  const slug = requested.fikenCompanySlug === '' ? null : requested.fikenCompanySlug
  const company = slug === undefined || slug === current.fikenCompanySlug ? undefined : slug
  const asked =
    requested.fikenBankAccountCode === undefined
      ? undefined
      : (requested.fikenBankAccountCode ?? '')
  const other = asked === undefined || asked === current.fikenBankAccountCode ? undefined : asked
  // The old bank account does not exist in another company.
  const bankAccountCode = company === undefined ? other : company === null ? '' : (other ?? '')
  const earlier =
    activatedAt !== null &&
    changes.activatedAt === activatedAt &&
    activatedAt.getTime() < (current.activatedAt ?? now).getTime()
  const reachesBack = earlier || changes.jobFetchType === 'completed'
  return {
    changes,
    company,
    bankAccountCode,
    activates,
    deactivates: changes.isActive === false,
    reachesBack,
  }
}

export interface Asked {
  change: ConfigurationChange
  /**
   * The keys whose saved value differs both from the value that the screen loaded and from the
   * value sent.
   */
  clashes: readonly Key[]
}

/**
 * Finds the changes in a request to save settings. Without `known`, all keys in the request count
 * as changed.
 */
export function askedFor(current: ConfigurationRow, { known, ...sent }: ConfigurationSave): Asked {
  if (!known) return { change: sent, clashes: [] }
  const keys = (Object.keys(sent) as Key[]).filter(
    (key) => sent[key] !== undefined && plain(sent[key]) !== plain(known[key]),
  )
  return {
    change: Object.fromEntries(keys.map((key) => [key, sent[key]])),
    clashes: clashesIn(keys, current, known, sent),
  }
}

function clashesIn(
  keys: readonly Key[],
  current: ConfigurationRow,
  known: ConfigurationChange,
  sent: ConfigurationChange,
): readonly Key[] {
  return keys.filter(
    (key) => plain(current[key]) !== plain(known[key]) && plain(current[key]) !== plain(sent[key]),
  )
}

/**
 * Normalises a value for comparison: "", null and undefined are equal, and a time can be written in
 * several formats.
 */
function plain(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : value
}

const INSTANT = /^\d{4}-\d\d-\d\dT/

export interface Readiness {
  servicem8Connected: boolean
  fikenConnected: boolean
  companyChosen: boolean
  requiresCompanySelection: boolean
}

/** Returns Norwegian phrases that say what must be done before the integration can be active. */
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

type Key = keyof ConfigurationChange

const LABELS: Record<Key, string> = {
  attachments: 'vedlegg',
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

export function describeClashes(keys: readonly Key[]): string {
  return `Endret i et annet vindu i mellomtiden: ${keys.map((key) => LABELS[key]).join(', ')}. Se over, og lagre på nytt hvis ditt valg skal gjelde.`
}

export function describeChanges(keys: readonly string[]): string {
  const labels = keys.flatMap((key) =>
    Object.hasOwn(LABELS, key) ? [LABELS[key as keyof typeof LABELS]] : [],
  )
  return `Innstillinger lagret: ${labels.join(', ')}`
}
