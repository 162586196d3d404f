import type { CatalogueRow } from './index.ts'

const SERVER_AWAY = 'what stands before the server answers in its place'

/** The messages of login, registration and password reset (part 1 §2, §5, §8, part 2 §5, §8). */
export const ACCOUNTS = {
  'login fields empty': {
    how: 'the form is sent as it is',
    says: ['E-postadresse er påkrevd', 'Passord er påkrevd'],
    fix: 'they fill it in',
    then: null,
  },
  'wrong password': {
    how: 'the password is not the one of the address, or the address has no account',
    says: ['Ugyldig e-postadresse eller passord. Sjekk innloggingsopplysningene dine.'],
    fix: 'the right one lets them in',
    then: 'Dashboard',
  },
  'too many guesses': {
    how: 'somebody has tried fifty passwords within the hour',
    says: ['For mange innloggingsforsøk. Prøv igjen om…'],
    fix: 'they wait as long as it says',
    then: 'Dashboard',
  },
  'account switched off': {
    how: 'an administrator has switched the account off',
    says: ['Kontoen er deaktivert. Ta kontakt med oss for å få den åpnet igjen.'],
    fix: 'it is switched on again, and they log in',
    then: 'Dashboard',
  },
  'log-in failed': {
    how: SERVER_AWAY,
    says: ['En feil oppstod ved innlogging'],
    fix: 'they log in again',
    then: 'Dashboard',
  },
  'registration fields empty': {
    how: 'the first step is left as it is',
    says: [
      'Fornavn er påkrevd',
      'Etternavn er påkrevd',
      'E-postadresse er påkrevd',
      'Passord er påkrevd',
    ],
    fix: 'they fill it in',
    then: null,
  },
  'business fields empty': {
    how: 'the second step is left as it is',
    says: [
      'Firmanavn er påkrevd',
      'Adresse er påkrevd',
      'Postnummer er påkrevd',
      'Poststed er påkrevd',
    ],
    fix: 'they fill it in',
    then: null,
  },
  'postcode too short': {
    how: 'it has three digits',
    says: ['Postnummer har fire siffer'],
    fix: 'they write all four',
    then: null,
  },
  'password too short': {
    how: 'it has five characters',
    says: ['Passordet må være minst 6 tegn'],
    fix: 'they choose a longer one',
    then: null,
  },
  'password too common': {
    how: 'it is among the first to be guessed',
    says: ['Passordet er blant de vanligste og lett å gjette. Velg et annet.'],
    fix: 'they choose another',
    then: null,
  },
  'address taken': {
    how: 'somebody registers with an address that has an account',
    says: ['E-postadressen er allerede registrert. Prøv å logge inn i stedet.'],
    fix: 'they log in on the other tab',
    then: 'Dashboard',
  },
  'registration failed': {
    how: SERVER_AWAY,
    says: ['En feil oppstod ved registrering'],
    fix: 'the same form is sent again, nothing typed is lost',
    then: 'Dashboard',
  },
  'who is logged in is not known yet': {
    how: 'the server takes its time',
    says: ['Laster brukerdata...'],
    fix: 'it answers',
    then: 'Dashboard',
  },
  'session not answered': {
    how: 'what stands before the server answers in its place when it is asked who is logged in',
    says: ['Pålogging påkrevd', 'Du må logge inn for å se overføringene dine.'],
    fix: 'they load the page again',
    then: 'Dashboard',
  },
  'session ended': {
    how: 'the session ends while the app is open',
    says: ['Token utløpt', 'Logg inn på nytt'],
    fix: 'they log in from the card and are back',
    then: 'Overføringer',
  },
  'no such page': {
    how: 'an address that does not exist',
    says: ['404 Page Not Found', 'Did you forget to add the page to the router?'],
    fix: '"Til forsiden"',
    then: 'Opprett konto',
  },
  'profile not saved': {
    how: SERVER_AWAY,
    says: ['Feil ved oppdatering', 'Kunne ikke oppdatere profilen'],
    fix: 'they save again',
    then: 'Profilen din er oppdatert vellykket',
  },
  'password fields empty': {
    how: 'the form is sent as it is',
    says: [
      'Nåværende passord er påkrevet',
      'Nytt passord må være minst 6 tegn',
      'Bekreft nytt passord',
    ],
    fix: 'they fill them in',
    then: null,
  },
  'password not changed': {
    how: SERVER_AWAY,
    says: ['Feil ved passordendring', 'Kunne ikke endre passord'],
    fix: 'they change it again',
    then: 'Passord endret',
  },
  'account not deleted': {
    how: SERVER_AWAY,
    says: ['Feil ved sletting av konto', 'Kunne ikke slette konto'],
    fix: 'they delete it again',
    then: 'Konto slettet',
  },
  'address of the reset wrong': {
    how: 'the form is sent as it is',
    says: ['Ugyldig e-postadresse'],
    fix: 'they fill it in',
    then: null,
  },
  'reset link sent': {
    how: 'the address of an account, or of none',
    says: [
      'E-post sendt',
      'Sjekk din e-post',
      'Finner du den ikke, se i søppelposten. Lenken virker i 60 minutter, og vi sender høyst tre i timen.',
    ],
    fix: '"Prøv igjen"',
    then: 'Glemt passord',
  },
  'reset link not sent': {
    how: SERVER_AWAY,
    says: ['Feil', 'Kunne ikke sende tilbakestillingslenke'],
    fix: 'they ask again, and the mail comes',
    then: 'Sjekk din e-post',
  },
  'reset fields wrong': {
    how: 'the new password is too short, and is not repeated',
    says: ['Passord må være minst 6 tegn', 'Bekreft passord'],
    fix: 'they choose a longer one',
    then: null,
  },
  'reset passwords differ': {
    how: 'the new password is spelt in two ways',
    says: ['Passordene må være like'],
    fix: 'they spell it alike',
    then: 'Passord oppdatert',
  },
  'reset link invalid': {
    how: 'the link is cut in half by a mail program',
    says: ['Reset-lenken er ugyldig eller utløpt. Be om en ny reset-lenke.'],
    fix: '"Be om ny lenke"',
    then: 'Glemt passord',
  },
  'reset link used': {
    how: 'the link is followed a second time',
    says: ['Denne reset-lenken er allerede brukt. Be om en ny reset-lenke.'],
    fix: '"Be om ny lenke"',
    then: 'Glemt passord',
  },
  'password not reset': {
    how: SERVER_AWAY,
    says: ['Kunne ikke tilbakestille passord'],
    fix: 'the same form is sent again',
    then: 'Passord oppdatert!',
  },
  'reset link without token': {
    how: 'the address is typed without its token',
    says: ['Ugyldig reset-lenke', 'Token mangler.'],
    fix: '"Be om ny lenke"',
    then: 'Glemt passord',
  },
} as const satisfies Record<string, CatalogueRow>

export const PROFILE = {
  'profile fields wrong': {
    how: 'names are missing, and the address is none',
    says: ['Fornavn er påkrevet', 'Etternavn er påkrevet', 'Ugyldig e-postadresse'],
    fix: 'they fill them in',
    then: null,
  },
  "profile with another's address": {
    how: 'another account has the address',
    says: ['Feil ved oppdatering', 'En annen konto bruker denne e-postadressen'],
    fix: 'they take another',
    then: 'Profil oppdatert',
  },
  'new passwords differ': {
    how: 'the new password is spelt in two ways',
    says: ['Passordene stemmer ikke overens'],
    fix: 'they spell it alike',
    then: null,
  },
  'present password wrong': {
    how: 'the present password is another one',
    says: ['Feil ved passordendring', 'Nåværende passord er feil'],
    fix: 'they cancel, and begin with the right one',
    then: 'Passord endret',
  },
} as const satisfies Record<string, CatalogueRow>

export const PASSWORD_AGAIN = {
  'password wanted again': {
    how: 'they change their address more than 15 minutes after they entered their password',
    says: [
      'Skriv passordet ditt på nytt',
      'Da vet vi at det er du som gjør dette, og ikke en annen som sitter ved maskinen din.',
    ],
    fix: 'they enter it, and what they did goes on automatically',
    then: 'Profil oppdatert',
  },
  'password again wrong': {
    how: 'it is another one',
    says: ['Passordet er feil'],
    fix: 'they enter the right one',
    then: null,
  },
} as const satisfies Record<string, CatalogueRow>
