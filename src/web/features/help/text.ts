import { ROLE_MEANS, ROLE_NAMES } from '#shared/access/role-names'
import type { CauseKind, RemedyAction } from '#shared/causes/index'
import type { ExplainedReason } from '../../lib/help-path.ts'

const KINDS: Record<CauseKind, { title: string; intro: string }> = {
  data: {
    title: 'Noe med jobben må rettes',
    intro:
      'Endres jobben i ServiceM8, prøves den igjen av seg selv mens integrasjonen er på. Ellers trykker du «Prøv igjen» på overføringen.',
  },
  setup: {
    title: 'Noe må settes opp',
    intro:
      'Ordne det én gang. Trykk så «Prøv igjen» på overføringen, eller «Prøv alle igjen» over listen.',
  },
  grant: {
    title: 'Tilgangen må godkjennes på nytt',
    intro:
      'Jobbene venter, og fortsetter av seg selv når tilgangen er godkjent; for Fiken også selskapet bekreftet.',
  },
  check: {
    title: 'Noe må avklares',
    intro: 'Det kan ligge noe i Fiken allerede. Ingenting nytt lages før det er avklart.',
  },
  passing: {
    title: 'Går over av seg selv',
    intro: 'Overføringen prøves igjen av seg selv. På den står det når.',
  },
}

const ACTIONS: Record<RemedyAction, (label: string) => string> = {
  retry: (label) => `Trykk «${label}» på overføringen.`,
  accept: (label) => `Trykk «${label}» på overføringen.`,
  open_draft: (label) => `«${label}» på overføringen viser utkastet i Fiken.`,
  open_job: (label) => `«${label}» står på overføringen.`,
  open_fiken: () => 'Det ordnes i Fiken.',
  choose_customer: (label) => `«${label}» på overføringen viser hvem det kan være.`,
  send_again: (label) => `«${label}» på overføringen spør først om utkastet er slettet.`,
  create_product: (label) =>
    `På overføringen velger du mellom «${label}» og å sende linjen uten produkt.`,
  enter_address: (label) =>
    `På overføringen velger du mellom «${label}» og å overføre jobben likevel.`,
  see_deposit: (label) => `«${label}» på overføringen viser hva som trekkes fra.`,
  see_invoices: (label) =>
    `«${label}» på overføringen viser hvilke det kan være, med lenke til hver av dem i Fiken.`,
}

interface Wait {
  text: string
  place: { label: string; href: string }
}

const toWaiting = { label: 'Vis dem som venter', href: '/transfers?status=pending,queued' }

const WAITS: Record<ExplainedReason, Wait> = {
  history: {
    text: 'Jobben ble fullført før integrasjonen ble slått på, eller før startdatoen du har satt, og kan være fakturert allerede. «Overfør nå» lager utkastet, «Slett» tar den ut av listen.',
    place: toWaiting,
  },
  inactive: {
    text: 'Jobben ble ferdig mens integrasjonen var av. Når du slår den på, blir du spurt om slike jobber skal overføres eller hoppes over.',
    place: { label: 'Gå til bryteren', href: '/configuration#integrasjon' },
  },
  company: {
    text: 'Jobben venter til du har valgt selskap i Fiken, og fortsetter så av seg selv.',
    place: { label: 'Velg selskap', href: '/configuration#fiken' },
  },
  ambiguous_customer: {
    text: 'Flere kunder i Fiken kan være mottakeren. «Velg kunde» på overføringen viser dem, og valget huskes til neste gang, om du ikke sier at det bare gjelder den jobben.',
    place: toWaiting,
  },
  fetched: {
    text: 'Jobben er hentet, men ikke overført. «Overfør nå» lager utkastet.',
    place: toWaiting,
  },
  restored: {
    text: 'Overføringen var slettet, og du tok den tilbake. «Overfør nå» lager utkastet. Får kunden samlefaktura, heter det «Ta med på samlefaktura», og jobben venter på den neste.',
    place: toWaiting,
  },
  undone: {
    text: 'Du angret overføringen, og utkastet er slettet i Fiken. «Overfør nå» lager et nytt. Får kunden samlefaktura, heter det «Ta med på samlefaktura», og jobben venter på den neste; velger du jobbene og trykker «Lag samlefaktura nå», kommer de med straks.',
    place: toWaiting,
  },
  collective: {
    text: 'Kunden får samlefaktura: Jobben er klar og venter på de andre, så alle kommer på ett utkast. «Ta ut av samlefakturaen» spør først, og fakturerer den så alene.',
    place: { label: 'Vis dem som venter', href: '/transfers?reason=collective' },
  },
}

export const text = {
  title: 'Hjelp',
  subtitle: 'Slik kommer du i gang, og hva du gjør når noe stopper',
  start: 'Kom i gang',
  steps: [
    {
      title: 'Autoriser ServiceM8',
      text: 'Gå til Konfigurasjoner og godkjenn tilgangen. Vi ser aldri passordet ditt.',
    },
    {
      title: 'Autoriser Fiken og velg selskap',
      text: 'Godkjenn tilgangen, og velg hvilket selskap fakturaene skal til.',
    },
    {
      title: 'Sett opp innstillingene',
      text: 'Velg hvilke jobber som skal hentes, og hvordan fakturaene skal lages.',
    },
    {
      title: 'Test ved å fullføre en jobb',
      text: 'Fullfør en jobb i ServiceM8, godkjenn den hvis bare godkjente jobber overføres, og se at utkastet dukker opp i Fiken.',
    },
  ],
  toConfiguration: 'Gå til Konfigurasjoner',
  billing: 'Viktig om fakturaadressen',
  billingRule:
    'Kundens fakturaadresse (billing address) i ServiceM8 må settes til navnet og adressen til den som skal ha fakturaen, og den må stemme med kunden i Fiken. Jobbene føres på kunden, men fakturaene går til fakturaadressen.',
  customers: 'Kunder',
  customerList: [
    {
      title: 'Samme kunde i begge systemene',
      text: 'Kunder kobles sammen i ServiceM8 og Fiken etter navn og kontaktinformasjon.',
    },
    {
      title: 'Hvem som får fakturaen',
      text: 'Den du har lagret under Kunder. Ellers den som står i fakturaadressen på jobben i ServiceM8, så den i kundens egen fakturaadresse, så kunden selv. En filial faktureres som hovedkontoret. Nevner jobben en annen enn den som er lagret, spør vi deg.',
    },
    {
      title: 'Endre mottakeren',
      text: 'Trykk på blyanten ved kunden under Kunder. Det du lagrer, gjelder fra neste faktura, og skrives til fakturaadressen i ServiceM8. Er den endret der i mellomtiden, viser vi begge versjonene i stedet for å overskrive.',
    },
    {
      title: 'Når vi er usikre',
      text: '«Velg kunde» på overføringen, eller «venter på deg» ved kunden, viser kontaktene i Fiken som kan være mottakeren, med hva som er likt og ulikt. Valget huskes, og jobbene som ventet på det, går videre. Gjelder det bare denne ene jobben, tar du bort haken ved «Bruk alltid for denne mottakeren».',
    },
    {
      title: 'Kundevalg',
      text: '«Kundevalg» under Kunder viser hvem kundene er i Fiken, og hvordan de ble funnet. «Glem» tar et valg tilbake: Kunden sammenlignes på nytt neste gang.',
    },
    {
      title: 'Samlefaktura',
      text: '«Samlefaktura» ved kunden under Kunder, eller på en overføring, gjør at jobbene venter og kommer på ett utkast: en dag i måneden, en ukedag, eller når du trykker «Lag samlefaktura nå». «Forhåndsvis» viser hvordan den er nå, og hvilke av kundens jobber som ikke blir med. Filialer følger hovedkontoret. Kunder som vil ha det, får ett utkast for hvert PO-nummer.',
    },
    {
      title: 'Org.nr.',
      text: 'Et org.nr. gjør at vi kjenner igjen bedriften i Fiken, og følger med når vi lager en ny kontakt der. «Slå opp» henter det fra Brønnøysundregistrene, og filteret «Uten org.nr.» viser hvem som mangler det.',
    },
  ],
  toCustomers: 'Gå til Kunder',
  access: 'Tilgang og firmaer',
  accessList: [
    {
      title: 'Invitere',
      text: 'Eieren inviterer under Tilgang på Min profil. Invitasjonen gjelder én e-postadresse, og i sju dager. Den som får den, lager en konto eller logger inn, og har tilgang når «Godta» er trykket.',
    },
    {
      title: 'Roller',
      text: `${(['accountant', 'staff', 'reader'] as const).map((role) => `${ROLE_NAMES[role]}: ${ROLE_MEANS[role]}`).join(' ')} Bare eieren kan slå på første gang, koble fra, bytte selskap i Fiken, velge ferdig faktura, og styre tilgang og abonnement.`,
    },
    {
      title: 'Fjerne tilgang',
      text: 'Eieren endrer roller og fjerner tilgang under Tilgang. Det gjelder straks, også på skjermer som er åpne. Andre enn eieren kan gi fra seg tilgangen selv, samme sted.',
    },
    {
      title: 'Overdra firmaet',
      text: '«Overdra firmaet» under Tilgang spør en annen om å bli eier. Det skjer når den andre har godtatt med passordet sitt. Da blir du medarbeider, og neste faktura fra oss går til den nye eieren.',
    },
    {
      title: 'Flere firmaer',
      text: 'Én innlogging gjelder alle firmaene du er med i. Hver fane viser ett av dem. Du bytter fra menyen, eller med «Bytt firma» i Ctrl+K.',
    },
    {
      title: 'Mine firma',
      text: 'Er du med i flere firmaer, viser Mine firma i menyen alle: hva som trenger noen, hva som ikke er fakturert, siste avstemte måned og tilkoblinger som mangler. Trykk på et firma for å åpne det.',
    },
    {
      title: 'Tilganger du har gitt',
      text: 'Kobler du til Fiken for ett av flere firmaer, blir du spurt om tilgangen skal brukes for de andre også. Min profil viser tilgangene du har gitt, og firmaene som bruker dem. Der trekker du dem tilbake.',
    },
    {
      title: 'Avstemt',
      text: '«Merk som avstemt» under Avstemming sier at måneden er sett over, av hvem og når. Er tallene andre ved en senere sjekk, står «Endret etter avstemming» der, med tallene fra da og nå.',
    },
  ],
  toAccess: 'Gå til Tilgang',
  features: 'Dette gjør Fakturabro',
  featureList: [
    {
      title: 'Automatisk overføring',
      text: 'Jobber overføres når de er fullført, eller når de er godkjent hvis du har valgt det, hele døgnet. Fakturautkastet lages i Fiken og kan endres før du sender det. Har du valgt ferdig faktura, utstedes den med en gang.',
    },
    {
      title: 'Vedlegg',
      text: 'Bilder og PDF-er fra jobben kan legges på utkastet i Fiken. Velg ingen, PDF-er eller alle under Konfigurasjoner, eller kryss av for én jobb når du åpner overføringen. De sendes etter at utkastet er laget, og et vedlegg som feiler, står på overføringen. HEIC-bilder fra iPhone tar Fiken ikke imot.',
    },
    {
      title: 'Flere muligheter',
      text: 'Samlefaktura, forskudd, vedlegg, kontoregler, webhooks og likheten mellom kundenavn vises først når du har brukt dem én gang. Til da ligger de under «Flere muligheter»: på overføringen, under Kunder og under Konfigurasjoner.',
    },
    {
      title: 'Betalingsstatus',
      text: 'Hver time spør vi Fiken om fakturaene er betalt. Utkast, Fakturert, Delvis betalt, Betalt, Forfalt eller Kreditert står på overføringen. Under Konfigurasjoner kan du slå på at betalinger meldes tilbake til ServiceM8.',
    },
    {
      title: 'Prissynkronisering av produkter',
      text: 'Under Produktsynkronisering ser du produktene i ServiceM8 og Fiken side om side, med pris og lager. Prisene kan holdes like av seg selv.',
      screen: '/product-sync',
    },
    {
      title: 'Koble kundene til Fiken',
      text: 'Under Kunder sammenligner «Koble kundene til Fiken» alle kundene i ServiceM8 med kontaktene i Fiken. De sikre kobles, de usikre velger du, og de som mangler, lages bare når du sier ja.',
      screen: '/customers/import',
    },
    {
      title: 'Webhooks',
      text: 'ServiceM8 sier fra når noe skjer, uten at vi må spørre hele tiden.',
    },
    {
      title: 'Adminpanel',
      text: 'Administratorer styrer brukere og abonnement.',
      screen: '/admin',
    },
    {
      title: 'Feilhåndtering',
      text: 'Stopper en overføring, står årsaken på raden med knappen som løser det.',
    },
    {
      title: 'E-postvarsler',
      text: 'Én e-post per årsak når noe stopper, og en ukesoppsummering. Begge slås av under Min profil.',
    },
  ],
  tokens: 'Tilgang og varighet',
  tokensText:
    'OAuth2 gir tilgang uten at passord deles. Tilgangen (access token) varer i 1 time og fornyes av seg selv. Fornyelsen (refresh token) varer i 30–90 dager; etter det må du autorisere på nytt.',
  problems: 'Vanlige problemer',
  problemList: [
    {
      title: 'Jobber blir ikke overført',
      text: 'Sjekk at webhooken er aktiv, og at jobben er fullført i ServiceM8 – og godkjent, hvis bare godkjente jobber overføres.',
    },
    {
      title: 'Produkter mangler i Fiken',
      text: 'Slå på automatisk produktopprettelse under Konfigurasjoner.',
    },
    { title: '403 Forbidden', text: 'Autoriser på nytt, og godta alle tillatelsene (scopes).' },
    {
      title: 'Priser synkroniseres ikke',
      text: 'Sjekk at produktnumrene er like i begge systemer, og at prissynkronisering er på.',
      screen: '/product-sync',
    },
  ],
  search: 'Søk i hjelpen',
  searchHint: 'For eksempel «MVA» eller «kunde»',
  hits: (count: number) => (count === 1 ? '1 treff' : `${count} treff`),
  nearest: 'Ingen har alle ordene. Dette ligner mest:',
  noHits: (typed: string) => `Ingen treff på «${typed}»`,
  noHitsWhy: 'Prøv et annet ord, for eksempel ett fra teksten på raden.',
  showAll: 'Vis hele hjelpen',
  stopped: 'Når noe har stoppet',
  stoppedIntro:
    'Alle årsakene som kan stå på en overføring: hva de betyr, hva du gjør, og hvor det gjøres.',
  now: (count: number) => (count === 1 ? '1 jobb nå' : `${count} jobber nå`),
  link: 'Lenke til dette',
  kinds: KINDS,
  actions: ACTIONS,
  waits: {
    title: 'Venter på at du bestemmer',
    intro: 'Ingenting er galt. Jobben går videre når du har bestemt.',
  },
  waitTexts: WAITS,
  discrepancies: {
    title: 'Avvik i avstemmingen',
    intro: 'Det en sjekk av måneden kan vise. Hver rad i avstemmingen har knappen som løser det.',
  },
  toReconciliation: 'Gå til Avstemming',
  toTransfers: 'Vis jobbene det gjelder',
  contact: 'Trenger du mer hjelp?',
  contactAs: (name: string) => `Skriv til ${name}, som driver denne tjenesten:`,
  contactHint: 'Ta med jobbnummeret og teksten som står på raden.',
  contactSubject: 'Hjelp med Fakturabro',
  noContact: 'Denne installasjonen har ingen adresse for hjelp ennå. Spør den som satte den opp.',
  legend: 'Statusene betyr',
  legendList: [
    { tone: 'ok', word: 'Tilkoblet', text: 'Systemet er koblet til og virker.' },
    { tone: 'neutral', word: 'Frakoblet', text: 'Systemet er ikke koblet til.' },
    { tone: 'wait', word: 'Venter', text: 'Overføringen er planlagt, men ikke kjørt ennå.' },
    { tone: 'bad', word: 'Token utløpt', text: 'Du må autorisere på nytt.' },
  ],
} as const
