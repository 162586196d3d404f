type System = 'fiken' | 'servicem8'
const SYSTEM: Record<System, string> = { fiken: 'Fiken', servicem8: 'ServiceM8' }

/** What a person has typed, or a camera seen, as far as a line has room for it. */
export const repeated = (words: string) => (words.length > 40 ? `${words.slice(0, 40)}…` : words)

export const text = {
  system: SYSTEM,
  cancel: 'Avbryt',
  close: 'Lukk',
  more: (name: string) => `Flere valg for ${name}`,
  menu: {
    price: (to: System) => `Endre pris i ${SYSTEM[to]}`,
    smartSync: 'Smart Sync',
    createInServicem8: 'Opprett i ServiceM8',
    createInFiken: 'Opprett i Fiken',
    link: 'Samme produkt?',
    history: 'Historikk',
    remove: 'Slett',
  },
  create: 'Opprett',
  createOf: { fiken: 'Opprett i Fiken', servicem8: 'Opprett i ServiceM8' },
  proposal: 'Forslag',
  price: {
    title: (to: System) => `Endre pris i ${SYSTEM[to]}`,
    field: 'Ny pris uten MVA',
    hint: 'kroner',
    now: (to: System, price: string) => `Prisen i ${SYSTEM[to]} er nå ${price}.`,
    proposed: (from: System) => `Foreslått: prisen i ${SYSTEM[from]}.`,
    unreadable: 'Skriv prisen som et tall, for eksempel 149,90',
    negative: 'Prisen kan ikke være under 0 kr',
    tooLarge: 'Prisen kan være høyst 10 000 000 kr',
    save: 'Oppdater pris',
    large: 'Stor endring',
    largeWhy: (before: string, after: string) =>
      `Prisen endres fra ${before} til ${after}. Stemmer det?`,
    largeYes: 'Ja, oppdater prisen',
    back: 'Endre tallet',
    changed: 'Prisen er endret et annet sted',
    changedWhy: (to: System, price: string) =>
      `Ingenting er skrevet. Prisen i ${SYSTEM[to]} er nå ${price}.`,
    gone: 'Produktet er ikke lenger i listen.',
    done: 'Prisen er oppdatert',
  },
  failures: {
    busy: 'API er overbelastet',
    notFound: 'Material ikke funnet',
    badPrice: 'Ugyldig prisfeltformat',
    price: 'Prisen ble ikke oppdatert',
    exists: 'Produktet finnes allerede',
    fikenBusy: 'Fiken er overbelastet',
    logIn: 'Må logge inn på nytt',
    badProduct: 'Ugyldig produktdata',
    create: 'Feil ved opprettelse',
    remove: 'Feil ved sletting',
    stock: 'Feil ved lageroppdatering',
    link: 'Produktene ble ikke koblet sammen',
  },
  existing: (number: string, price: string, id: number) =>
    `Nummer ${number}, ${price}, ID ${id} i Fiken.`,
  created: 'Produktet er opprettet',
  account: {
    title: 'Opprett i Fiken',
    field: 'Inntektskonto',
    placeholder: 'Velg inntektskonto',
    options: [
      { value: '3000', label: '3000 Vare' },
      { value: '3020', label: '3020 Tjeneste' },
    ],
    why: (name: string, price: string) =>
      `«${name}» opprettes i Fiken med prisen ${price} uten MVA.`,
    other: (account: string) =>
      `Varens MVA-sats avgjør kontoen. I MVA-tabellen er den nå ${account}.`,
    noVat: (account: string) =>
      `Selskapet er utenfor MVA-registeret, så produktet føres på ${account} uansett hva du velger.`,
    yes: 'Opprett i Fiken',
  },
  remove: {
    title: (name: string) => `Slette «${name}»?`,
    why: {
      matched: 'Varen slettes i ServiceM8, og produktet gjøres inaktivt i Fiken.',
      fiken: 'Produktet gjøres inaktivt i Fiken. Lagerbeholdningen der beholdes.',
      servicem8: 'Varen slettes i ServiceM8.',
    },
    yes: 'Slett',
    done: 'Produktet er slettet',
    half: (why: string) => `Varen er slettet i ServiceM8, men ikke i Fiken. ${why}`,
  },
  inventory: {
    label: (name: string) => `Lagerført i Fiken: ${name}`,
    onTitle: 'Slå på lagerføring i Fiken',
    onWhy: (name: string) => `Fiken teller «${name}» fra dette antallet.`,
    field: 'Antall på lager',
    proposed: 'Foreslått: antallet i ServiceM8.',
    unreadable: 'Skriv antallet som et tall, 0 eller mer',
    onYes: 'Slå på',
    offTitle: 'Slå av lagerføring i Fiken?',
    offWhy: (name: string) =>
      `Fiken glemmer antallet for «${name}». Slår du det på igjen, må antallet oppgis på nytt.`,
    offYes: 'Slå av',
  },
  link: {
    title: 'Er dette samme produkt?',
    why: (name: string) => `Begge heter «${name}», men de har ulike numre.`,
    number: 'Nummer',
    price: 'Pris uten MVA',
    stock: 'Lager',
    none: 'Ikke satt',
    after: (number: string) => `Begge får nummeret ${number}. Priser og lager endres ikke.`,
    yes: 'Samme produkt',
    done: 'Produktene er koblet sammen',
  },
  stock: {
    edit: (name: string) => `Endre lager for ${name}:`,
    field: (name: string) => `Antall på lager: ${name}`,
    keys: 'Enter lagrer, Escape avbryter.',
    save: 'Lagre antallet',
    notANumber: (typed: string) =>
      typed.trim() === ''
        ? 'Feltet er tomt og blir 0. Trykk Enter igjen for å lagre 0.'
        : `«${repeated(typed.trim())}» er ikke et tall og blir 0. Trykk Enter igjen for å lagre 0.`,
    negative: 'Antallet kan ikke være under 0.',
    tooLarge: 'Antallet er for stort.',
    saved: 'Lageret er oppdatert',
    changed: (servicem8: string, fiken: string, wanted: string) =>
      `Antallet er endret et annet sted: ServiceM8 har ${servicem8}, Fiken har ${fiken}. Ingenting er skrevet. Skal det bli ${wanted}?`,
    changedYes: (wanted: string) => `Sett til ${wanted}`,
    keep: 'La det stå',
    half: { fiken: 'Fiken ble ikke oppdatert.', servicem8: 'ServiceM8 ble ikke oppdatert.' },
    halfDone: { fiken: 'Fiken er oppdatert.', servicem8: 'ServiceM8 er oppdatert.' },
    again: 'Prøv igjen',
  },
} as const
