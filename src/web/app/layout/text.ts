export const text = {
  loadingUser: 'Laster brukerdata...',
  skip: 'Hopp til innholdet',
  menu: 'Meny',
  company: 'Bytt firma',
  find: 'Finn',
  mainMenu: 'Hovedmeny',
  bottomBar: 'Hurtigvalg',
  logout: 'Logg ut',
  /** Link text shown only in the demo. */
  workshop: 'Åpne verkstedet',
  passwordAgain: 'Skriv passordet ditt på nytt',
  passwordAgainWhy:
    'Da vet vi at det er du som gjør dette, og ikke en annen som sitter ved maskinen din.',
  passwordAgainGo: 'Bekreft og fortsett',
  loadingPage: 'Laster siden',
  crashTitle: 'Noe gikk galt på denne siden',
  crashText:
    'Dataene dine er trygge. Last siden på nytt. Skjer det igjen, kan du si fra til den som drifter Fakturabro.',
  reload: 'Last siden på nytt',
  accessTitle: 'Pålogging påkrevd',
  login: 'Logg inn',
  accessDashboard: 'Du må logge inn for å se overføringene dine.',
  accessConfiguration:
    'Økten din er utløpt. Ingen konfigurasjonsdata er gått tapt – logg inn for å fortsette.',
  accessOther: 'Du må logge inn for å se denne siden.',
  adminTitle: 'Ingen tilgang',
  adminText: 'Du har ikke admin-rettigheter for å se denne siden.',
  privacy: 'Personvern',
  tokenStatusUnknown: 'Kunne ikke sjekke tilgangene til ServiceM8 og Fiken',
  /** An error text in English, because users and support staff know this sentence. */
  tokenStatusFailed: 'Failed to fetch token status',
  endedTitle: (system: string) => `Tilgangen til ${system} er utløpt`,
  reauthTitle: (system: string) => `Koble til ${system} på nytt`,
  reauthText:
    'Overføringene står på vent og fortsetter av seg selv når tilgangen er godkjent på nytt; for Fiken også selskapet bekreftet.',
  reauthButton: (system: string) => `Godkjenn ${system} på nytt`,
}
