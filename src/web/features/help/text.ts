/** The help page, as the specification words it. */
export const text = {
  title: 'Hjelp',
  subtitle: 'Slik kommer du i gang, og hva du gjør når noe stopper',
  start: 'Kom i gang',
  steps: [
    { title: 'Autoriser ServiceM8', text: 'Gå til Konfigurasjoner og godkjenn tilgangen. Vi ser aldri passordet ditt.' },
    { title: 'Autoriser Fiken og velg selskap', text: 'Godkjenn tilgangen, og velg hvilket selskap fakturaene skal til.' },
    { title: 'Sett opp innstillingene', text: 'Velg hvilke jobber som skal hentes, og hvordan fakturaene skal lages.' },
    { title: 'Test ved å fullføre en jobb', text: 'Fullfør en jobb i ServiceM8, og se at utkastet dukker opp i Fiken.' },
  ],
  toConfiguration: 'Gå til Konfigurasjoner',
  billing: 'Viktig om fakturaadressen',
  billingRule:
    'Kundens fakturaadresse (billing address) i ServiceM8 må settes til navnet og adressen til den som skal ha fakturaen, og den må stemme med kunden i Fiken. Jobbene føres på kunden, men fakturaene går til fakturaadressen.',
  features: 'Dette gjør Fakturabro',
  featureList: [
    {
      title: 'Automatisk overføring',
      text: 'Jobber overføres når de er fullført, hele døgnet. Fakturautkastet lages i Fiken og kan endres før du sender det.',
    },
    {
      title: 'Betalingsstatus',
      text: 'Hver time spør vi Fiken om fakturaene er betalt. Utkast, Fakturert, Delvis betalt, Betalt, Forfalt eller Kreditert står på overføringen. Under Konfigurasjoner kan du slå på at betalinger meldes tilbake til ServiceM8.',
    },
    { title: 'Prissynkronisering av produkter', text: 'Prisene holdes like i ServiceM8 og Fiken.' },
    { title: 'Kundeimport', text: 'Kunder gjenkjennes i begge systemer på navn og kontaktopplysninger.' },
    { title: 'Webhooks', text: 'ServiceM8 sier fra når noe skjer, uten at vi må spørre hele tiden.' },
    { title: 'Adminpanel', text: 'Administratorer styrer brukere og abonnement.' },
    { title: 'Feilhåndtering', text: 'Stopper en overføring, står årsaken på raden med knappen som løser det.' },
    {
      title: 'E-postvarsler',
      text: 'Én e-post per årsak når noe stopper, og en ukesoppsummering. Begge slås av under Min profil.',
    },
  ],
  tokens: 'Tilgang og varighet',
  tokensText:
    'OAuth2 gir tilgang uten at passord deles. Tilgangen (access token) varer i 1 time og fornyes av seg selv. Fornyelsen (refresh token) varer i 30–90 dager; etter det må du autorisere på nytt.',
  tokensNow: 'Tilgangene dine nå',
  tokenUntil: (system: string, when: string) => `${system}: fornyes av seg selv, neste gang ${when}.`,
  problems: 'Vanlige problemer',
  problemList: [
    { title: 'Jobber blir ikke overført', text: 'Sjekk at webhooken er aktiv, og at jobben er fullført i ServiceM8.' },
    { title: 'Produkter mangler i Fiken', text: 'Slå på automatisk produktopprettelse under Konfigurasjoner.' },
    { title: '403 Forbidden', text: 'Autoriser på nytt, og godta alle tillatelsene (scopes).' },
    {
      title: 'Priser synkroniseres ikke',
      text: 'Sjekk at produktnumrene er like i begge systemer, og at prissynkronisering er på.',
    },
  ],
  legend: 'Statusene betyr',
  legendList: [
    { tone: 'ok', word: 'Tilkoblet', text: 'Systemet er koblet til og virker.' },
    { tone: 'neutral', word: 'Frakoblet', text: 'Systemet er ikke koblet til.' },
    { tone: 'wait', word: 'Venter', text: 'Overføringen er planlagt, men ikke kjørt ennå.' },
    { tone: 'bad', word: 'Token utløpt', text: 'Du må autorisere på nytt.' },
  ],
} as const
