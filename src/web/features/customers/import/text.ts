import { formatCount } from '#shared/counts'

const contacts = (count: number) => (count === 1 ? '1 kontakt' : `${formatCount(count)} kontakter`)
const customers = (count: number) => (count === 1 ? '1 kunde' : `${formatCount(count)} kunder`)

export const text = {
  title: 'Koble kundene til Fiken',
  subtitle: 'Alle kundene i ServiceM8 mot kontaktene i Fiken',
  back: 'Kunder',
  number: formatCount,
  loadError: 'Kunne ikke hente sammenligningen',
  rowsError: 'Kunne ikke hente listen',
  intro: {
    title: 'Finn alle kundene igjen i Fiken',
    why: 'Hver kunde i ServiceM8 sammenlignes med kontaktene i Fiken. Sammenligningen lager og endrer ingenting der.',
    none: 'ServiceM8 hadde ingen kunder å sammenligne.',
    lists: {
      linked: 'De som er sikre, kobles. Neste jobb spør ikke om kunden.',
      uncertain: 'De som ikke er sikre, avgjør du.',
      missing: 'De som ikke er i Fiken, lages bare når du sier ja.',
    },
  },
  start: 'Sammenlign kundene',
  again: 'Sammenlign på nytt',
  startFailed: 'Kunne ikke starte sammenligningen',
  obstacles: {
    servicem8: {
      title: 'ServiceM8 er ikke koblet til',
      why: 'Kundene hentes derfra.',
    },
    fiken: {
      title: 'Fiken er ikke koblet til',
      why: 'Kundene sammenlignes med kontaktene der.',
    },
    company: {
      title: 'Ingen selskap er valgt i Fiken',
      why: 'Kundene sammenlignes med kontaktene i det selskapet.',
    },
  },
  running: 'Kundene sammenlignes',
  waiting: 'Venter på tur',
  step: (step: number, steps: number, title: string | null) =>
    `Steg ${step} av ${steps}${title ? `: ${title}` : ''}`,
  leave: 'Du kan gå fra siden. Det fortsetter til det er ferdig.',
  failed: 'Kundene ble ikke sammenlignet',
  failedSome: 'Ikke alle kundene ble sammenlignet',
  matched: (when: string) => `Sammenlignet ${when}`,
  cancelled: (when: string) => `Avbrutt ${when}. Ikke alle ble sammenlignet.`,
  lists: 'Lister',
  list: { linked: 'Koblet', uncertain: 'Usikre', missing: 'Mangler i Fiken' },
  /** The lists' names without the ending in `inFikenToo`, for which there is not always room. */
  chip: { linked: 'Koblet', uncertain: 'Usikre', missing: 'Mangler' },
  inFikenToo: ' i Fiken',
  customerHead: 'Kunde',
  contactHead: 'Kontakt i Fiken',
  whyHead: 'Hvorfor',
  choose: 'Velg',
  recipient: (name: string) => `Faktura til ${name}`,
  inFiken: 'I Fiken:',
  see: (name: string) => `${name}: se kunden`,
  noName: 'Uten navn',
  candidatesOf: (name: string) => `Kontakter som kan være ${name}`,
  organizationNumber: (digits: string) => `Org.nr. ${digits}`,
  noDetails: 'Uten org.nr., e-post og adresse',
  link: 'Koble',
  linkOf: (customer: string, contact: string) => `Koble ${customer} til ${contact}`,
  more: (count: number) => (count === 1 ? 'Vis 1 til' : `Vis ${formatCount(count)} til`),
  moreOf: (count: number, name: string) => `Vis ${formatCount(count)} til som kan være ${name}`,
  none: (shown: number) => (shown === 1 ? 'Ikke denne' : 'Ingen av disse'),
  noneOf: (shown: number, name: string) =>
    shown === 1 ? `Ikke denne: ${name} er en annen` : `Ingen av disse: ${name} er en annen`,
  rejected: 'Svaret er husket',
  rejectFailed: 'Kunne ikke lagre svaret',
  reconsider: 'Se på dem igjen',
  reconsiderOf: (name: string) => `Se på dem igjen: kontaktene som ligner på ${name}`,
  reconsidered: 'Svaret er glemt',
  reconsiderFailed: 'Kunne ikke glemme svaret',
  edit: 'Åpne kunden',
  editOf: (name: string) => `Åpne kunden ${name}`,
  chosen: 'Kunden er koblet',
  chooseFailed: 'Kunne ikke koble kunden',
  selectPage: 'Velg alle på siden',
  chooseToMake: 'Velg dem som skal lages i Fiken.',
  select: (name: string) => `Velg ${name}`,
  selected: (count: number) => (count === 1 ? '1 valgt' : `${formatCount(count)} valgt`),
  clear: 'Fjern valget',
  toBar: 'Gå til knappen for de valgte',
  chosenRows: 'Valgte kunder',
  create: (count: number) => `Lag ${formatCount(count)} i Fiken`,
  confirmCreate: (count: number) => `Lage ${contacts(count)} i Fiken?`,
  confirmWhy: (count: number, names: string) =>
    count === 1
      ? `${names} slås opp der først. Finnes kontakten, blir den koblet i stedet. Jobber som venter på kunden, settes i kø.`
      : `${names}. Hver slås opp der først. Finnes den, blir den koblet i stedet, og ingen lages to ganger. Jobber som venter på kundene, settes i kø.`,
  andMore: (count: number) => `${formatCount(count)} til`,
  created: (count: number) => (count === 1 ? 'Kunden er i Fiken' : 'Kundene er i Fiken'),
  createFailed: 'Kunne ikke lage kontaktene',
  empty: {
    linked: {
      title: 'Ingen kunder er koblet ennå',
      why: 'Velg kontakten til dem som er usikre, eller lag dem som mangler.',
    },
    uncertain: {
      title: 'Ingen usikre kunder',
      why: 'Ingen kunder venter på at du velger.',
    },
    missing: {
      title: 'Ingen kunder mangler i Fiken',
      why: 'Alle som er sammenlignet, er koblet eller venter på at du velger.',
    },
  },
  goTo: {
    linked: 'Vis de koblede',
    uncertain: 'Vis de usikre',
    missing: 'Vis dem som mangler',
  },
  count: (first: number, shown: number, total: number) =>
    shown < total
      ? `${formatCount(first)}–${formatCount(first + shown - 1)} av ${customers(total)}`
      : customers(total),
  pages: 'Sider',
} as const
