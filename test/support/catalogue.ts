/**
 * What can go wrong around the road, as the two error catalogues of the specification list it (part 1 §8, part 2 §8): how a person or a
 * vendor brings it about, what is then to be read, and what mends it. Every row is a browser test named by it; `test/catalogue.test.ts`
 * fails on a row without one.
 */
export interface CatalogueRow {
  how: string
  says: string
  mend: string
}

export const CATALOGUE = {
  'settings not saved': {
    how: 'the network is gone when a setting is changed',
    says: 'Feil ved lagring',
    mend: '"Lagre" when it is back',
  },
  'pause not lifted': {
    how: 'the network falls out between saving the company and lifting the pause',
    says: 'Kunne ikke oppdatere selskapsvalg, men innstillingen er lagret.',
    mend: '"Fortsett med" the company',
  },
  'webhook not deleted': {
    how: 'ServiceM8 fails when a webhook is deleted',
    says: 'Sletting feilet',
    mend: 'it is deleted again',
  },
  'consent refused': {
    how: 'the person says no on the consent page',
    says: 'Autorisasjon feilet',
    mend: 'they authorise again and say yes',
  },
  'consent not started': {
    how: 'the network is gone when "Autoriser" is clicked',
    says: 'Kunne ikke kontakte server',
    mend: 'they click again when it is back',
  },
  'log-out from Fiken failed': {
    how: 'the network is gone when the log-out is confirmed',
    says: 'Feil ved utlogging',
    mend: 'they log out again when it is back',
  },
  'companies not loaded': {
    how: 'Fiken fails when its companies are asked for',
    says: 'Kunne ikke laste selskaper fra Fiken.',
    mend: '"Prøv igjen" under the field',
  },
  'no companies': {
    how: "the Fiken user's access to every company is taken away",
    says: 'Fant ingen selskaper.',
    mend: 'they get access in Fiken and load the page again',
  },
  'bank accounts not loaded': {
    how: 'Fiken fails when the bank accounts are asked for',
    says: 'Feil ved henting av bankkontoer. Sjekk at du har tilgang til valgt selskap i Fiken.',
    mend: '"Prøv igjen" under the field',
  },
  'no bank accounts': {
    how: 'the company has none in Fiken',
    says: 'Fant ingen bankkontoer i selskapet.',
    mend: 'they make one in Fiken and load the page again',
  },
  'test of ServiceM8 failed': {
    how: 'ServiceM8 refuses the grant when the connection is tested',
    says: 'OAuth2-autorisasjon kreves. Autoriser ServiceM8 og prøv igjen.',
    mend: 'they test again when it answers',
  },
  'test of Fiken failed': {
    how: 'Fiken fails when the connection is tested',
    says: 'Sjekk tilkoblingen og at riktig selskap er valgt.',
    mend: 'they test again when it answers',
  },
  'settings without a session': {
    how: 'the session has ended when the configuration is opened',
    says: 'Ingen konfigurasjonsdata er gått tapt',
    mend: 'they log in and are back on the screen',
  },
} as const satisfies Record<string, CatalogueRow>

/** A row as the name of its test. */
export function row(key: keyof typeof CATALOGUE): string {
  const { how, says, mend } = CATALOGUE[key]
  return `${key}: ${how} → «${says}» → ${mend}`
}
