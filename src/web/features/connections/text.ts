export const text = {
  authorize: (system: string) => `Autoriser ${system}`,
  authorizeAgain: 'Autoriser på nytt',
  redirecting: 'Omdirigerer til autorisasjon',
  redirectingWhy: (system: string) => `Du sendes til ${system} om et øyeblikk.`,
  sentAndBack: (system: string) => `Du sendes til ${system} og rett tilbake.`,
  popupWaiting: (system: string) => `Fullfør godkjenningen i vinduet fra ${system}.`,
  popupBlocked: 'Nettleseren stoppet vinduet',
  popupBlockedWhy: (system: string) =>
    `Åpne godkjenningen hos ${system} her i stedet. Du kommer tilbake hit etterpå.`,
  popupBlockedLink: (system: string) => `Gå til ${system}`,
  authOk: (system: string) => `${system} er tilkoblet`,
  authOkFiken: 'Velg hvilket selskap fakturaene skal til.',
  authOkServicem8: 'Vi kan lese jobbene dine.',
  authOkPayments: ['ServiceM8 har godkjent', 'Betalinger i Fiken meldes til ServiceM8 fra nå av.'],
  authWithoutPayments:
    'Betalinger meldes ikke ennå: ServiceM8 har ikke godkjent at de registreres.',
  authFailed: 'Autorisasjon feilet',
  authUnknown: 'Ukjent feil under autorisasjon',
  authNotStarted: 'Feil',
  authNotStartedWhy: 'Kunne ikke starte autorisasjonen',
} as const
