/**
 * A reason why a transfer is blocked or on hold: how the situation arises in ServiceM8, in Fiken or
 * in between, the text shown, and the click that fixes it. Every reason is tested in `test/e2e`; a
 * reason without a test does not compile.
 */
export interface TransferCause {
  how: string
  says: readonly string[]
  fix: string
}

const defined = <Keys extends string>(rows: Record<Keys, TransferCause>) => rows

export const TRANSFER_CAUSES = defined({
  'unmapped VAT': {
    how: 'a line has a rate that nobody has chosen type and account for',
    says: ['MVA-satsen er ikke koblet til Fiken', '«MVA 12 %»'],
    fix: '"Velg MVA-type" leads to the table, then "Prøv igjen"',
  },
  'VAT not allowed on the account': {
    how: 'the table points a rate to an account that Fiken takes another rate on',
    says: ['Fiken godtok ikke utkastet', 'Hendelser'],
    fix: 'the account is changed in the table, then "Prøv igjen"',
  },
  'recipient ambiguous': {
    how: 'a new client has the name of a contact at another address',
    says: ['Usikker på hvem som er kunden i Fiken'],
    fix: '"Velg kunde"',
  },
  'recipient missing': {
    how: 'the job has neither client nor address',
    says: ['Fakturaen mangler mottaker'],
    fix: 'the client is written on the job, then "Prøv igjen"',
  },
  'address missing': {
    how: 'neither the job nor the contact in Fiken has an address or an organisation number',
    says: ['Kunden står uten adresse', 'en faktura skal ha ett av dem'],
    fix: '"Skriv inn adressen", which writes it on the contact and tries again',
  },
  'amount mismatch': {
    how: "the lines do not come to the job's total",
    says: ['Beløpet stemmer ikke med ServiceM8', 'for lite'],
    fix: 'the job is fixed, then "Prøv igjen"',
  },
  'negative total': {
    how: 'the lines come to less than nothing',
    says: ['Summen er negativ', 'Lag en kreditnota i Fiken'],
    fix: 'the line is fixed, then "Prøv igjen"',
  },
  'draft deleted': {
    how: 'somebody has deleted the draft in Fiken, and "Angre" finds it out',
    says: ['Utkastet er ikke lenger i Fiken', 'Har du slettet det'],
    fix: '"Send på nytt", and yes to "Slettet du utkastet i Fiken?"',
  },
  'already invoiced': {
    how: 'somebody has invoiced the draft in Fiken, and "Angre" finds it out',
    says: ['Jobben er allerede fakturert'],
    fix: 'nothing more to do: the row says the number of the invoice',
  },
  'closed year': {
    how: "the year of today's date is not open in Fiken",
    says: ['Fiken godtok ikke utkastet', 'Fiscal year'],
    fix: 'the year is opened in Fiken, then "Prøv igjen"',
  },
  'rate limit': {
    how: 'Fiken says that there are too many calls',
    says: ['For mange forespørsler akkurat nå', 'Neste forsøk'],
    fix: '"Prøv nå"',
  },
  outage: {
    how: 'Fiken answers 503 to everything',
    says: ['Fiken svarer ikke', 'Neste forsøk'],
    fix: '"Prøv nå"',
  },
  'timeout being checked': {
    how: 'the answer to the create is lost, and Fiken does not answer when it is asked about it',
    says: ['Sjekker om utkastet kom fram', 'Vi slår opp om utkastet finnes'],
    fix: '"Sjekk nå"',
  },
  'API module off': {
    how: 'the API module is switched off in Fiken',
    says: ['API-modulen er ikke slått på i Fiken'],
    fix: 'it is switched on, then "Prøv igjen"',
  },
})

export type TransferCauseKey = keyof typeof TRANSFER_CAUSES

export const SETUP_CAUSES = defined({
  'Fiken grant dead': {
    how: 'access is withdrawn in Fiken',
    says: ['Tilgangen til Fiken er utløpt'],
    fix: '"Koble til Fiken på nytt"',
  },
  'ServiceM8 grant dead': {
    how: 'access is withdrawn in ServiceM8',
    says: ['Tilgangen til ServiceM8 er utløpt'],
    fix: '"Koble til ServiceM8 på nytt"',
  },
  'webhook inactive': {
    how: 'the webhook is deleted, so no job is reported',
    says: [
      'Ingen webhooks er registrert',
      'Uten webhook oppdages jobber først ved neste synkronisering.',
    ],
    fix: '"Registrer på nytt"',
  },
  'no bank account': {
    how: 'invoices are wanted, and the company has no bank account',
    says: ['Mangler bankkonto'],
    fix: '"Velg bankkonto", then "Prøv igjen"',
  },
  'missing number series': {
    how: 'the company has never made an invoice',
    says: ['Fakturanummerserien er ikke startet i Fiken'],
    fix: 'the first invoice is made in Fiken, then "Prøv igjen"',
  },
  'bank account not verified': {
    how: 'no invoice has ever gone out from the account',
    says: ['Bankkontoen er ikke bekreftet i Fiken'],
    fix: 'one is made from it in Fiken, then "Prøv igjen"',
  },
  'company not chosen': {
    how: 'Fiken was connected again, and nobody has said for which company',
    says: ['Venter på at selskapet i Fiken velges'],
    fix: '"Velg selskap"',
  },
  'VAT in an unregistered company': {
    how: 'the company is not registered for VAT, and a line has VAT',
    says: ['MVA i et selskap som ikke er MVA-registrert'],
    fix: 'the VAT is taken off the line, then "Prøv igjen"',
  },
  'foreign currency': {
    how: 'the ServiceM8 account counts in euros',
    says: ['Annen valuta enn norske kroner', 'Bare jobber i norske kroner'],
    fix: 'it is invoiced by hand, and "Slett" takes it away',
  },
  'two users on one account': {
    how: 'another user has the ServiceM8 account already',
    says: ['er allerede koblet til en annen bruker i Fakturabro'],
    fix: 'their own account is connected',
  },
})

export type SetupCauseKey = keyof typeof SETUP_CAUSES

/** Reasons for not transferring a job that could be transferred; the user may overrule them. */
export const REFUSALS = defined({
  'paid job': {
    how: 'only unpaid jobs are wanted, and the job was paid while its transfer waited',
    says: ['Jobben er allerede betalt i ServiceM8', 'Betalingene i ServiceM8 dekker hele beløpet'],
    fix: '"Overfør likevel", and yes to the question',
  },
  'job not approved': {
    how: 'only approved jobs are wanted, and the approval was taken back while the transfer waited',
    says: ['Jobben er ikke godkjent i ServiceM8', 'Den går videre når den blir godkjent'],
    fix: 'it is approved in ServiceM8, and goes on automatically',
  },
})

export type RefusalKey = keyof typeof REFUSALS
