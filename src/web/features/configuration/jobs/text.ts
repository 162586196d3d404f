export const text = {
  activateTitle: 'Slå på automatisk overføring',
  activateWhy: 'Du kan endre valget senere under Jobber som hentes.',
  activate: 'Slå på',
  cancel: 'Avbryt',
  choice: 'Når skal en jobb overføres til Fiken?',
  choices: {
    awaiting_payment: {
      name: 'Når den er godkjent',
      means: 'Fullført og godkjent for fakturering i ServiceM8, og ikke betalt.',
    },
    completed: {
      name: 'Alle fullførte jobber',
      means: 'Også jobber kunden alt har betalt, og jobber ingen har godkjent.',
    },
  },
  recommended: 'Anbefalt',
  lately: (completed: number, approved: number) =>
    approved === 0
      ? `De siste 90 dagene er ${completed === 1 ? '1 jobb' : `${completed} jobber`} fullført, og ingen godkjent.`
      : `De siste 90 dagene er ${completed === 1 ? '1 jobb' : `${completed} jobber`} fullført, og ${approved} av dem godkjent.`,
  nothingLately:
    'Ingen jobber er fullført de siste 90 dagene. Du kan endre valget senere under Konfigurasjoner.',
  latelyLoading: 'Ser på jobbene fra de siste 90 dagene …',
  latelyUnknown: 'Du kan endre valget senere under Konfigurasjoner.',
} as const
