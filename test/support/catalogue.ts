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
  'wrong password': {
    how: 'the password is not the one of the address',
    says: 'Ugyldig e-postadresse eller passord. Sjekk innloggingsopplysningene dine.',
    mend: 'the right one lets them in',
  },
  'log-in failed': {
    how: 'what stands before the server answers in its place',
    says: 'En feil oppstod ved innlogging',
    mend: 'they log in again',
  },
  'address taken': {
    how: 'somebody registers with an address that has an account',
    says: 'E-postadressen er allerede registrert. Prøv å logge inn i stedet.',
    mend: 'they log in on the other tab',
  },
  'registration failed': {
    how: 'what stands before the server answers in its place',
    says: 'En feil oppstod ved registrering',
    mend: 'the same form is sent again, nothing typed is lost',
  },
  'session ended': {
    how: 'the session ends while the app is open',
    says: 'Tilgangen din har utløpt. Gå til konfigurasjon for å autorisere på nytt.',
    mend: 'they log in from the card and are back',
  },
  'profile not saved': {
    how: 'what stands before the server answers in its place',
    says: 'Kunne ikke oppdatere profilen',
    mend: 'they save again',
  },
  'password not changed': {
    how: 'what stands before the server answers in its place',
    says: 'Kunne ikke endre passord',
    mend: 'they change it again',
  },
  'account not deleted': {
    how: 'what stands before the server answers in its place',
    says: 'Kunne ikke slette konto',
    mend: 'they delete it again',
  },
  'reset link not sent': {
    how: 'what stands before the server answers in its place',
    says: 'Kunne ikke sende tilbakestillingslenke',
    mend: 'they ask again, and the mail comes',
  },
  'reset link invalid': {
    how: 'the link is cut in half by a mail program',
    says: 'Reset-lenken er ugyldig eller utløpt. Be om en ny reset-lenke.',
    mend: '"Be om ny lenke"',
  },
  'reset link used': {
    how: 'the link is followed a second time',
    says: 'Denne reset-lenken er allerede brukt. Be om en ny reset-lenke.',
    mend: '"Be om ny lenke"',
  },
  'password not reset': {
    how: 'what stands before the server answers in its place',
    says: 'Kunne ikke tilbakestille passord',
    mend: 'the same form is sent again',
  },
  'reset link without token': {
    how: 'the address is typed without its token',
    says: 'Token mangler.',
    mend: '"Be om ny lenke"',
  },
} as const satisfies Record<string, CatalogueRow>

/** A row as the name of its test. */
export function row(key: keyof typeof CATALOGUE): string {
  const { how, says, mend } = CATALOGUE[key]
  return `${key}: ${how} → «${says}» → ${mend}`
}
