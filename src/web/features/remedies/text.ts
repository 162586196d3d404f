const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)

export const text = {
  loading: 'Laster...',
  loadError: 'Kunne ikke hente det som trengs',
  tryAgain: 'Prøv igjen',
  cancel: 'Avbryt',
  close: 'Lukk',
  failed: 'Det ble ikke lagret',
  notStarted: 'Lagret, men jobbene er ikke satt i kø',
  notStartedWhy: 'Trykk en gang til.',
  expired: 'Økten din er utløpt',
  expiredWhy: 'Logg inn i et nytt vindu, og trykk på knappen her igjen. Det du har valgt, står.',
  login: 'Logg inn i et nytt vindu',
  inTable: 'Åpne hele MVA-tabellen',
  zeroWhy: (count: number) =>
    count === 1
      ? 'Salg uten MVA på denne satsen føres slik fra nå av. Du blir ikke spurt igjen.'
      : 'Salg uten MVA på disse satsene føres slik fra nå av. Du blir ikke spurt igjen.',
  vatWhy: 'Velg hvordan jobbene føres i Fiken. Valget huskes for alle jobber med satsen.',
  alreadyRight: 'MVA-tabellen er i orden nå.',
  none: 'Ingen jobber står stille av dette lenger.',
  chooseFirst: 'Velg MVA-type og begge kontoene først.',
  saveAndTry: (count: number) => `Lagre og prøv ${jobs(count)}`,
  confirmAndTry: (count: number) => `Bekreft og prøv ${jobs(count)}`,
  onlyTry: (count: number) => `Prøv ${jobs(count)}`,
  save: 'Lagre',
  saved: 'MVA-tabellen er lagret',
  tried: 'Jobbene er satt i gang',
  waits: (count: number) => (count === 1 ? '1 jobb venter.' : `${count} jobber venter.`),
  company: 'Selskapet fakturaene skal til',
  choose: 'Velg selskap',
  noApi: 'mangler API-tilgang',
  companyWhy: (count: number) =>
    count === 0
      ? 'Fiken er koblet til. Bekreft hvilket selskap fakturaene skal til.'
      : count === 1
        ? 'Fiken er koblet til. Når selskapet er bekreftet, overføres jobben som venter, av seg selv.'
        : `Fiken er koblet til. Når selskapet er bekreftet, overføres de ${count} jobbene som venter, av seg selv.`,
  former: 'Samme selskap som før er valgt.',
  gone: (name: string) => `${name} kan ikke brukes lenger`,
  goneWhy:
    'Den nye tilgangen til Fiken gjelder ikke selskapet, eller API-modulen er slått av. Velg et annet, eller koble til med en bruker som har tilgang.',
  companyFirst: 'Velg et selskap først.',
  confirmCompany: 'Bekreft selskapet',
  confirmed: 'Selskapet er bekreftet',
  queued: (count: number) =>
    count === 1 ? '1 jobb er satt i kø.' : `${count} jobber er satt i kø.`,
  connected: (system: string) => `${system} er koblet til`,
  connectedWhy: 'Jobber som ventet på tilgangen, fortsetter av seg selv.',
  connect: (system: string) => `Koble til ${system} på nytt`,
} as const
