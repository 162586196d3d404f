import type { CatalogueRow } from './index.ts'

/** The messages of the configuration screen, and notices on every screen (part 1 §8, part 2 §8). */
export const SETTINGS = {
  'settings not read': {
    how: 'what stands before the server answers in its place, four times',
    says: ['Kunne ikke hente innstillingene', 'Ukjent feil'],
    fix: '"Prøv igjen"',
    then: 'Alle endringer er lagret',
  },
  'settings not saved': {
    how: 'the network is gone when a setting is changed',
    says: [
      'Feil ved lagring',
      'Kunne ikke lagre konfigurasjoner. Kunne ikke kontakte server',
      'Ulagrede endringer',
    ],
    fix: '"Lagre" when it is back',
    then: 'Innstillingene er lagret',
  },
  'pause not lifted': {
    how: 'the network falls out between saving the company and lifting the pause',
    says: ['Advarsel', 'Kunne ikke oppdatere selskapsvalg, men innstillingen er lagret.'],
    fix: '"Fortsett med" the company',
    then: 'Selskapet er bekreftet',
  },
  'webhook not deleted': {
    how: 'ServiceM8 fails when a webhook is deleted',
    says: ['Sletting feilet'],
    fix: 'it is deleted again',
    then: 'Webhooken er slettet',
  },
  'consent refused': {
    how: 'the person says no on the consent page',
    says: ['Autorisasjon feilet'],
    fix: 'they authorise again and say yes',
    then: 'Velg selskap for å fortsette',
  },
  'consent failed without a reason': {
    how: 'the vendor sends the person back without a code and without a reason',
    says: ['Autorisasjon feilet', 'Ukjent feil under autorisasjon'],
    fix: 'they authorise again',
    then: 'Velg selskap for å fortsette',
  },
  'consent not started': {
    how: 'the network is gone when "Autoriser" is clicked',
    says: ['Feil', 'Kunne ikke kontakte server'],
    fix: 'they click again when it is back',
    then: 'Velg selskap for å fortsette',
  },
  'access not looked up': {
    how: 'what stands before the server answers in its place',
    says: ['Kunne ikke sjekke tilgangene til ServiceM8 og Fiken', 'Failed to fetch token status'],
    fix: '"Prøv igjen"',
    then: null,
  },
  'log-out from Fiken failed': {
    how: 'the network is gone when the log-out is confirmed',
    says: ['Feil ved utlogging'],
    fix: 'they log out again when it is back',
    then: 'Logget ut av Fiken',
  },
  'companies not loaded': {
    how: 'Fiken fails when its companies are asked for',
    says: ['Kunne ikke laste selskaper fra Fiken.'],
    fix: '"Prøv igjen" under the field',
    then: null,
  },
  'no companies': {
    how: "the Fiken user's access to every company is taken away",
    says: [
      'Fant ingen selskaper. Sjekk at brukeren du koblet til med, har tilgang til selskapet i Fiken.',
    ],
    fix: 'they get access in Fiken and load the page again',
    then: null,
  },
  'bank accounts not loaded': {
    how: 'Fiken fails when the bank accounts are asked for',
    says: ['Feil ved henting av bankkontoer. Sjekk at du har tilgang til valgt selskap i Fiken.'],
    fix: '"Prøv igjen" under the field',
    then: null,
  },
  'no bank accounts': {
    how: 'the company has none in Fiken',
    says: ['Fant ingen bankkontoer i selskapet. Legg inn en i Fiken under Bank.'],
    fix: 'they make one in Fiken and load the page again',
    then: null,
  },
  'test of ServiceM8 failed': {
    how: 'ServiceM8 refuses the grant when the connection is tested',
    says: [
      'Tilkobling feilet',
      'ServiceM8 gir oss ikke tilgang til dette. OAuth2-autorisasjon kreves. Autoriser ServiceM8 og prøv igjen.',
    ],
    fix: 'they test again when it answers',
    then: 'Tilkoblingen virker',
  },
  'test of Fiken failed': {
    how: 'Fiken fails when the connection is tested',
    says: [
      'Tilkobling feilet',
      'Fiken svarer ikke akkurat nå. Prøv igjen om litt. Sjekk tilkoblingen og at riktig selskap er valgt.',
    ],
    fix: 'they test again when it answers',
    then: 'Tilkoblingen virker',
  },
  'settings without a session': {
    how: 'the session has ended when the configuration is opened',
    says: [
      'Pålogging påkrevd',
      'Økten din er utløpt. Ingen konfigurasjonsdata er gått tapt – logg inn for å fortsette.',
    ],
    fix: 'they log in and are back on the screen',
    then: 'Konfigurasjoner',
  },
  'common problems': {
    how: 'the help page is opened',
    says: [
      'Sjekk at webhooken er aktiv, og at jobben er fullført i ServiceM8 – og godkjent, hvis bare godkjente jobber overføres.',
      'Slå på automatisk produktopprettelse under Konfigurasjoner.',
      'Autoriser på nytt, og godta alle tillatelsene (scopes).',
    ],
    fix: '"Gå til Konfigurasjoner"',
    then: 'Krav til API-tilgang',
  },
} as const satisfies Record<string, CatalogueRow>

export const CONSENT_ON_A_PHONE = {
  'on the way to consent': {
    how: 'a phone, which opens no window beside its own',
    says: ['Omdirigerer til autorisasjon'],
    fix: 'they agree and are sent back',
    then: '1 av 7 steg er gjort',
  },
} as const satisfies Record<string, CatalogueRow>

export const WITHDRAWN = {
  'access withdrawn': {
    how: 'Fiken no longer takes our access',
    says: ['Koble til Fiken på nytt'],
    fix: 'they approve again from the banner and confirm the company: the job that waited goes on',
    then: null,
  },
} as const satisfies Record<string, CatalogueRow>
