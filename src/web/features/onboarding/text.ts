import type { InvoiceMode, JobFetchType } from '#shared/contracts/configuration'

export const text = {
  title: 'Kom i gang',
  progress: (done: number, of: number) => `${done} av ${of} steg er gjort`,
  readMore: 'Les mer',
  done: 'Gjort',
  locked: 'Venter på steget før',
  putAway: 'Skjul',
  company: 'Velg selskap',
  companiesLoading: 'Henter selskapene …',
  useCompany: (name: string) => `Bruk ${name}`,
  companyFailed: 'Selskapet ble ikke lagret',
  switchOnNow: 'Slå på nå',
  bankAccount: 'Velg bankkonto',
  vat: 'Se på MVA-tabellen',
  trial: 'Prøv nå',
  activate: 'Slå på',
  activated: 'Integrasjonen er slått på',
  activatedWhy: (when: JobFetchType, made: InvoiceMode) =>
    `Jobber som ${when === 'completed' ? 'fullføres' : 'godkjennes'} i ServiceM8, blir nå ${made === 'draft' ? 'fakturautkast' : 'ferdige fakturaer'} i Fiken.`,
  choiceFailed: 'Valget ble ikke lagret',
  activateFailed: 'Kunne ikke slå på',
  trialTitle: 'Prøveoverføring',
  trialWhy: (made: InvoiceMode) =>
    `Slik ville ${made === 'draft' ? 'utkastet' : 'fakturaen'} blitt. Ingenting er sendt.`,
  trialRunning: (made: InvoiceMode) =>
    `Henter jobben og bygger ${made === 'draft' ? 'utkastet' : 'fakturaen'}...`,
  trialFailed: 'Prøven kunne ikke gjøres',
  trialOk: (made: InvoiceMode) =>
    `Jobben ville blitt ${made === 'draft' ? 'et riktig utkast' : 'en riktig faktura'}`,
  trialOkWhy: 'Mottaker, linjer, MVA og sum er kontrollert.',
  trialStops: (count: number) =>
    count === 1 ? 'Én ting må ordnes først' : `${count} ting må ordnes først`,
  trialVat: 'MVA-satser som stopper prøven',
  saveAndTry: 'Lagre og prøv igjen',
  confirmAndTry: 'Bekreft og prøv igjen',
  job: 'Jobb',
  jobName: (number: string, customer: string) => `#${number} · ${customer}`,
  recipient: 'Mottaker i Fiken',
  recipientUnknown: 'Ikke avgjort',
  lines: (made: InvoiceMode) => `Linjer på ${made === 'draft' ? 'utkastet' : 'fakturaen'}`,
  account: (account: string) => `konto ${account}`,
  net: 'Netto',
  vatSum: 'MVA',
  gross: 'Å betale',
} as const
