import type { ReconciledPart } from '#shared/contracts/reconciliation'
import { formatKroner } from '#shared/money'
import { jobCount } from '#shared/needs/job-sum'
import { words } from '../../ui/words.ts'

interface Figures {
  jobs: ReconciledPart
  inFiken: ReconciledPart
}

const partText = ({ count, ore }: ReconciledPart) => `${jobCount(count)}, ${formatKroner(ore)}`
const isSame = (one: ReconciledPart, other: ReconciledPart) =>
  one.count === other.count && one.ore === other.ore

export const text = {
  title: 'Avstemming',
  subtitle: 'Fullførte jobber i ServiceM8 mot det som ligger i Fiken.',
  checkAgain: 'Sjekk på nytt',
  report: {
    title: (month: string) => `Avstemming ${month}`,
    organizationNumber: (number: string) => `Org.nr. ${number}`,
    checked: (when: string) => `Sjekket mot ServiceM8 og Fiken ${when}`,
    sums: 'Måneden i tall',
    count: 'Jobber',
    amount: 'Beløp',
    discrepancies: 'Avvik',
    discrepancy: 'Avvik',
    none: 'Ingen avvik.',
    job: 'Jobb',
    customer: 'Kunde',
    completed: 'Fullført',
    printed: (date: string) => `Skrevet ut ${date} fra Fakturabro. Beløp er inkludert MVA.`,
  },
  steps: {
    queued: 'Venter på tur',
    jobs: 'Leser jobbene i ServiceM8',
    drafts: 'Leser utkastene i Fiken',
    invoices: 'Leser fakturaene i Fiken',
    compare: 'Sammenligner',
  },
  toLookAt: (count: number) => (count === 1 ? '1 må ses på' : `${count} må ses på`),
  underway: (count: number) => (count === 1 ? '1 er på vei' : `${count} er på vei`),
  jobs: (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`),
  figures: {
    jobs: 'Fullført i ServiceM8',
    inFiken: 'I Fiken',
    missing: 'Mangler',
    underway: 'På vei',
    leftOut: 'Holdt utenfor',
  },
  deposits: (count: number, sum: string) =>
    count === 1
      ? `Forskudd på ${sum} er trukket fra på én jobb.`
      : `Forskudd på til sammen ${sum} er trukket fra på ${count} jobber.`,
  deposit: (sum: string) => `forskudd ${sum}`,
  extra: (count: number, sum: string) =>
    count === 1
      ? `I tillegg ligger det ett dokument på ${sum} i Fiken som ingen fullført jobb svarer til.`
      : `I tillegg ligger det ${count} dokumenter på til sammen ${sum} i Fiken som ingen fullført jobb svarer til.`,
  sections: {
    missing: 'Mangler i Fiken',
    look: 'I Fiken, men må ses på',
    underway: 'På vei',
    left_out: 'Holdt utenfor',
    ok: 'Endret av dere i Fiken',
  },
  draft: 'Utkast',
  invoice: (number: string) => `Faktura ${number}`,
  newTab: 'åpnes i ny fane',
  showLeftOut: (count: number) => (count === 1 ? 'Vis den ene' : `Vis alle ${count}`),
  acts: {
    fetch: 'Hent og overfør',
    retry: words.tryAgain,
    start: 'Overfør nå',
    joins: 'Ta med på samlefaktura',
    tryNow: 'Prøv nå',
    link: 'Koble til utkastet',
    restore: 'Gjenopprett',
    update_draft: 'Oppdater utkast',
    send_again: 'Send på nytt',
    undo: words.undo,
    open_transfer: 'Se overføringen',
    choose_company: 'Velg selskap',
    choose_customer: 'Velg kunde',
  },
  reconciled: {
    title: 'Avstemt',
    mark: 'Merk som avstemt',
    undo: 'Angre at måneden er avstemt',
    undoShort: words.undo,
    offer: 'Har du sett over måneden? Merk den som avstemt.',
    marked: (when: string, who?: string) =>
      who ? `Avstemt ${when} av ${who}.` : `Avstemt ${when}.`,
    changed: 'Endret etter avstemming',
    figures: (then: Figures, now: Figures): string => {
      const said = [
        isSame(then.jobs, now.jobs) ? '' : `Da: ${partText(then.jobs)}; nå: ${partText(now.jobs)}.`,
        isSame(then.inFiken, now.inFiken)
          ? ''
          : `Da i Fiken: ${partText(then.inFiken)}; nå: ${partText(now.inFiken)}.`,
      ]
      return said.filter(Boolean).join(' ') || 'Summene er de samme, men noen av jobbene er andre.'
    },
    failed: 'Kunne ikke merke måneden som avstemt',
    undoFailed: 'Kunne ikke angre',
  },
  done: 'Utført',
  failed: 'Kunne ikke utføres',
  news: (count: number) =>
    count === 1 ? '1 rad er endret etter sjekken' : `${count} rader er endret etter sjekken`,
  after: {
    completed: 'Overført etter sjekken',
    queued: 'I kø nå',
    processing: 'Behandles nå',
    failed: 'Feilet etter sjekken',
    other: 'Endret etter sjekken',
  },
  reasons: {
    history: 'Venter: fullført før oppstart',
    inactive: 'Venter: ble ferdig mens integrasjonen var av',
    company: 'Venter på at selskapet i Fiken velges',
    ambiguous_customer: 'Venter: usikker på hvem som er kunden',
    fetched: 'Venter: hentet manuelt, klar til å overføres',
    restored: 'Venter: gjenopprettet, klar til å overføres',
    undone: 'Venter: angret, klar til å overføres',
    collective: 'Venter på samlefaktura',
    already_paid: 'Venter: var betalt i ServiceM8',
    not_approved: 'Venter: var ikke godkjent i ServiceM8',
  } as Record<string, string>,
  /** The titles of waiting jobs that will join their customer's collective draft when started. */
  joining: {
    fetched: 'Venter: hentet manuelt, kan tas med på samlefaktura',
    restored: 'Venter: gjenopprettet, kan tas med på samlefaktura',
    undone: 'Venter: angret, kan tas med på samlefaktura',
  } as Record<string, string>,
  csvColumns: {
    job: 'Jobb',
    customer: 'Kunde',
    completed: 'Fullført',
    result: 'Resultat',
    total: 'Beløp i ServiceM8',
    inFiken: 'Beløp i Fiken',
    difference: 'Differanse',
    document: 'Utkast eller faktura',
    message: 'Melding',
  },
} as const
