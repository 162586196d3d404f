export const text = {
  switch: 'Bytt firma',
  choose: 'Velg firma',
  chooseWhy: 'Denne fanen viser ett firma om gangen. Du kan bytte når du vil fra menyen.',
  search: 'Finn firma',
  none: 'Ingen firmaer passer',
  current: 'Vises nå',
  unnamed: 'Firma uten navn',
  lostTitle: (name: string | null) =>
    name === null
      ? 'Du har ikke tilgang til dette firmaet'
      : `Du har ikke lenger tilgang til ${name}`,
  lostWhy: 'Velg et annet firma for å fortsette.',
  emptyTitle: 'Du har ingen firmaer her ennå',
  emptyWhy:
    'Venter du på en invitasjon, åpner du lenken i e-posten når den kommer. Du kan også opprette ditt eget firma.',
  create: 'Opprett firma',
  add: 'Legg til firma',
  addWhy:
    'Du blir eier av firmaet. Det får egne tilkoblinger, egne innstillinger og eget abonnement.',
  addFailed: 'Firmaet ble ikke opprettet',
  logout: 'Logg ut',
  profile: 'Min profil',
} as const
