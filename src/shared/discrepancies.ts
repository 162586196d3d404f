/**
 * A reconciliation's result for a job. `ok`: in Fiken, as it should be. `missing`: a completed job
 * that is not in Fiken, so nobody has invoiced it. `look`: in Fiken, but not as it should be.
 * `underway`: will be in Fiken automatically. `left_out`: intentionally not in Fiken.
 */
export type DiscrepancyState = 'ok' | 'missing' | 'look' | 'underway' | 'left_out'

export type DiscrepancyFix =
  | 'fetch'
  | 'retry'
  | 'restore'
  | 'update_draft'
  | 'send_again'
  | 'undo'
  | 'open_document'
  | 'open_transfer'
  | 'by_cause'
  | 'by_reason'
  | 'none'

export interface Discrepancy {
  state: DiscrepancyState
  title: string
  explanation: string
  fix: DiscrepancyFix
}

export const DISCREPANCIES = {
  in_fiken: {
    state: 'ok',
    title: 'Stemmer',
    explanation: 'Jobben er i Fiken med riktig beløp.',
    fix: 'none',
  },
  // Missing
  missed: {
    state: 'missing',
    title: 'Jobben kom aldri inn',
    explanation:
      'Jobben er fullført i ServiceM8, men har ingen overføring, og er ikke i Fiken. Enten kom ikke varselet fram, eller så gjaldt andre innstillinger da den ble fullført.',
    fix: 'fetch',
  },
  failed: {
    state: 'missing',
    title: 'Overføringen feilet',
    explanation: 'Overføringen stoppet, og jobben er ikke i Fiken.',
    fix: 'by_cause',
  },
  waiting: {
    state: 'missing',
    title: 'Venter på deg',
    explanation: 'Overføringen venter på at du bestemmer noe.',
    fix: 'by_reason',
  },
  stuck: {
    state: 'missing',
    title: 'Har stått i kø for lenge',
    explanation: 'Overføringen har stått i kø lenger enn den burde uten at noe har skjedd.',
    fix: 'retry',
  },
  draft_deleted: {
    state: 'missing',
    title: 'Utkastet er slettet i Fiken',
    explanation:
      'Utkastet vi laget, finnes ikke lenger i Fiken, og er heller ikke fakturert. Send på nytt lager ett nytt.',
    fix: 'send_again',
  },
  out_of_reach: {
    state: 'missing',
    title: 'Ligger kanskje i et selskap vi ikke ser',
    explanation:
      'Jobben ble overført til et selskap i Fiken som tilkoblingen ikke lenger har tilgang til, så vi vet ikke om den fortsatt er der.',
    fix: 'open_transfer',
  },
  // In Fiken, but not as it should be
  double: {
    state: 'look',
    title: 'Jobben ligger dobbelt i Fiken',
    explanation:
      'To eller flere utkast eller fakturaer i Fiken gjelder samme jobb. Slett eller krediter det som er for mye, i Fiken.',
    fix: 'open_document',
  },
  unlinked: {
    state: 'look',
    title: 'Utkastet er i Fiken, men ikke koblet til jobben',
    explanation:
      'Vi har laget et utkast av jobben som overføringen ikke vet om. Koble til bruker det; det lages ikke et nytt.',
    fix: 'retry',
  },
  by_hand: {
    state: 'look',
    title: 'Ligger i Fiken fra før',
    explanation:
      'Jobbens nummer står på et utkast eller en faktura som ingen overføring her har laget. Er det denne jobben, kan overføringen slettes, så jobben ikke faktureres to ganger.',
    fix: 'open_document',
  },
  unconfirmed: {
    state: 'look',
    title: 'Ligger i Fiken, men er ikke ferdig',
    explanation: 'Utkastet ligger i Fiken, men overføringen stoppet etterpå.',
    fix: 'by_cause',
  },
  job_changed: {
    state: 'look',
    title: 'Jobben er endret etter overføringen',
    explanation:
      'Beløpet i ServiceM8 er et annet enn da utkastet ble laget. Oppdater utkast retter det samme utkastet i Fiken.',
    fix: 'update_draft',
  },
  job_changed_invoiced: {
    state: 'look',
    title: 'Jobben er endret etter at den ble fakturert',
    explanation:
      'Beløpet i ServiceM8 er et annet enn fakturaen. En faktura endres med kreditnota eller en ny faktura i Fiken.',
    fix: 'open_document',
  },
  amount_changed: {
    state: 'look',
    title: 'Beløpet på utkastet er endret i Fiken',
    explanation:
      'Noen har endret utkastet i Fiken, så beløpet ikke lenger er som i ServiceM8. Vi rører ikke det en person har endret.',
    fix: 'open_document',
  },
  recipient_changed: {
    state: 'look',
    title: 'Mottakeren på utkastet er endret i Fiken',
    explanation: 'Utkastet har en annen kunde enn den det ble laget for.',
    fix: 'open_document',
  },
  deposit_credited: {
    state: 'look',
    title: 'Forskuddet som er trukket fra, er kreditert',
    explanation:
      'Fakturaen for forskuddet er kreditert i Fiken, helt eller delvis, så noe av det som er trukket fra her, blir ikke betalt.',
    fix: 'open_transfer',
  },
  reopened: {
    state: 'look',
    title: 'Jobben er ikke lenger fullført, men utkastet finnes',
    explanation:
      'Jobben er åpnet igjen, avlyst eller slettet i ServiceM8 etter overføringen. Angre sletter utkastet i Fiken.',
    fix: 'undo',
  },
  reopened_invoiced: {
    state: 'look',
    title: 'Jobben er ikke lenger fullført, men er fakturert',
    explanation:
      'Jobben er åpnet igjen, avlyst eller slettet i ServiceM8 etter at den ble fakturert. Krediter fakturaen i Fiken om den er feil.',
    fix: 'open_document',
  },
  other_company: {
    state: 'look',
    title: 'Ligger i et annet selskap i Fiken',
    explanation: 'Jobben ble overført til et annet selskap enn det som er valgt nå.',
    fix: 'open_document',
  },
  credited: {
    state: 'look',
    title: 'Fakturaen er kreditert',
    explanation:
      'Fakturaen av jobben er kreditert i Fiken. Skal jobben faktureres på nytt, lager du et nytt utkast på overføringen.',
    fix: 'open_document',
  },
  // On the way
  underway: {
    state: 'underway',
    title: 'På vei',
    explanation: 'Overføringen er i gang og blir ferdig av seg selv.',
    fix: 'open_transfer',
  },
  collective: {
    state: 'underway',
    title: 'Venter på samlefaktura',
    explanation: 'Jobben er klar, og kommer på kundens samlefaktura.',
    fix: 'open_transfer',
  },
  // Intentional
  skipped: {
    state: 'left_out',
    title: 'Slettet av deg',
    explanation: 'Overføringen er slettet, så jobben blir ikke overført. Den kan gjenopprettes.',
    fix: 'restore',
  },
  no_total: {
    state: 'left_out',
    title: 'Ingenting å fakturere',
    explanation: 'Jobben er fullført uten beløp.',
    fix: 'none',
  },
  not_approved: {
    state: 'left_out',
    title: 'Ikke godkjent for fakturering',
    explanation:
      'Jobben er fullført, men ikke godkjent i ServiceM8. Den overføres når den blir godkjent.',
    fix: 'none',
  },
  paid: {
    state: 'left_out',
    title: 'Betalt i ServiceM8',
    explanation: 'Jobben er allerede betalt i ServiceM8, og blir ikke overført.',
    fix: 'none',
  },
  before_start: {
    state: 'left_out',
    title: 'Fullført før oppstart',
    explanation:
      'Jobben ble fullført før integrasjonen ble slått på, eller før startdatoen du har satt. Eldre jobber overføres bare når du ber om det.',
    fix: 'fetch',
  },
  invoiced_otherwise: {
    state: 'ok',
    title: 'Fakturert med et annet beløp',
    explanation: 'Utkastet ble endret i Fiken før det ble fakturert.',
    fix: 'open_document',
  },
} as const satisfies Record<string, Discrepancy>

export type DiscrepancyKind = keyof typeof DISCREPANCIES
export const DISCREPANCY_KINDS = Object.keys(DISCREPANCIES) as [
  DiscrepancyKind,
  ...DiscrepancyKind[],
]

export function discrepancyOf(kind: DiscrepancyKind): Discrepancy {
  return DISCREPANCIES[kind]
}

/**
 * Returns the amount in øre that Fiken charges for the job; null if there is no document in Fiken,
 * and 0 for a credited invoice.
 */
export function askedInFiken({
  kind,
  documents,
}: {
  kind: DiscrepancyKind
  documents: readonly { gross: number }[]
}): number | null {
  const [first] = documents
  if (!first) return null
  return kind === 'credited' ? 0 : first.gross
}
