import { OPEN_DRAFT, OPEN_FIKEN, OVERRULE, RETRY, type Cause } from './cause.ts'

const TRY_NOW = { label: 'Prøv nå', action: 'retry', plain: true } as const

export const VENDOR_CAUSES = {
  // Result in Fiken
  draft_differs: {
    kind: 'check',
    title: 'Utkastet i Fiken er annerledes',
    explanation:
      'Det som ligger i Fiken, er ikke slik jobben er. Se på utkastet, og godta det eller rett det i Fiken. Det blir ikke fakturert av seg selv.',
    remedy: OPEN_DRAFT,
  },
  draft_apart: {
    kind: 'check',
    title: 'Jobbene hører ikke lenger på samme utkast',
    explanation:
      'Jobbene på samlefakturaen er endret, og kan ikke lenger stå på ett utkast. Slett utkastet i Fiken og prøv igjen, så deles de på nytt.',
    remedy: OPEN_DRAFT,
  },
  draft_deleted: {
    kind: 'check',
    title: 'Utkastet er ikke lenger i Fiken',
    explanation:
      'Utkastet vi laget, er borte fra Fiken, og vi finner ingen faktura av det. Har du slettet det, kan jobben sendes på nytt.',
    remedy: { label: 'Send på nytt', action: 'send_again' },
  },
  checking: {
    kind: 'check',
    title: 'Sjekkes i Fiken',
    explanation:
      'Vi ser etter utkastet, og etter en faktura av det, flere ganger i Fiken. Ingenting sendes før det er sikkert at det ikke blir to.',
    remedy: { label: 'Sjekk nå', action: 'retry' },
  },
  sent_before: {
    kind: 'check',
    title: 'Jobben kan være overført før',
    explanation: 'Fiken har noe med samme jobbnummer.',
    remedy: OVERRULE,
  },
  product_missing: {
    kind: 'check',
    title: 'Usikkert om produktet ble opprettet i Fiken',
    explanation:
      'Fiken svarte ikke da et produkt ble opprettet, og vi har ikke funnet det der på ti minutter. Velg på hver jobb om det skal opprettes likevel, eller om linjen sendes uten produkt.',
    remedy: { label: 'Opprett likevel', action: 'create_product' },
  },
  already_invoiced: {
    kind: 'check',
    title: 'Jobben er allerede fakturert',
    explanation:
      'Utkastet er gjort om til faktura i Fiken. Endringer gjøres med kreditnota i Fiken.',
    remedy: OPEN_FIKEN,
  },
  outcome_unknown: {
    kind: 'check',
    title: 'Sjekker om utkastet kom fram',
    explanation:
      'Fiken svarte ikke i tide. Vi slår opp om utkastet finnes før noe sendes på nytt, så det blir aldri to.',
    remedy: { label: 'Sjekk nå', action: 'retry' },
  },
  draft_refused: {
    kind: 'data',
    title: 'Fiken godtok ikke utkastet',
    explanation:
      'Svaret fra Fiken står under Hendelser. Sjekk kontoene i MVA-tabellen, og ved årsskiftet at regnskapsåret er åpent i Fiken, og prøv igjen.',
    remedy: RETRY,
  },
  invoice_refused: {
    kind: 'check',
    title: 'Fiken ville ikke lage faktura av utkastet',
    explanation:
      'Utkastet ligger i Fiken, men ble ikke fakturert. Se detaljene, og fakturer det i Fiken eller prøv igjen.',
    remedy: OPEN_DRAFT,
  },
  // Temporary trouble
  rate_limited: {
    kind: 'passing',
    title: 'For mange forespørsler akkurat nå',
    explanation:
      'Det tillatte antallet er brukt opp for en stund. Overføringen prøves igjen av seg selv.',
    remedy: TRY_NOW,
  },
  fiken_down: {
    kind: 'passing',
    title: 'Fiken svarer ikke',
    explanation: 'Fiken er nede eller svært treg. Overføringen prøves igjen av seg selv.',
    remedy: TRY_NOW,
  },
  servicem8_down: {
    kind: 'passing',
    title: 'ServiceM8 svarer ikke',
    explanation: 'ServiceM8 er nede eller svært treg. Overføringen prøves igjen av seg selv.',
    remedy: TRY_NOW,
  },
  gave_up: {
    kind: 'data',
    title: 'Ga opp etter mange forsøk',
    explanation:
      'Tjenesten har lenge ikke svart som den skal, så vi har sluttet å prøve. Ingenting er sendt dobbelt. Prøv igjen når den er oppe.',
    remedy: RETRY,
  },
  bad_answer: {
    kind: 'check',
    title: 'Uforståelig svar',
    explanation:
      'Tjenesten svarte noe vi ikke forstår, så vi stoppet for ikke å gjøre feil. Se detaljene, og prøv igjen.',
    remedy: RETRY,
  },
} as const satisfies Record<string, Cause>
