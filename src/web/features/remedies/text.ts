const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)

export const text = {
  loadError: 'Kunne ikke hente det som trengs',
  failed: 'Det ble ikke lagret',
  zeroWhy: (count: number) =>
    count === 1
      ? 'Salg uten MVA på denne satsen føres slik fra nå av. Du blir ikke spurt igjen.'
      : 'Salg uten MVA på disse satsene føres slik fra nå av. Du blir ikke spurt igjen.',
  saveAndTry: (count: number) => `Lagre og prøv ${jobs(count)}`,
  confirmAndTry: (count: number) => `Bekreft og prøv ${jobs(count)}`,
  onlyTry: (count: number) => `Prøv ${jobs(count)}`,
  waits: (count: number) => (count === 1 ? '1 jobb venter.' : `${count} jobber venter.`),
  companyWhy: (count: number) =>
    count === 0
      ? 'Fiken er koblet til. Selskapet fakturaene skal til, må bekreftes.'
      : count === 1
        ? 'Fiken er koblet til. Når selskapet er bekreftet, overføres jobben som venter, av seg selv.'
        : `Fiken er koblet til. Når selskapet er bekreftet, overføres de ${count} jobbene som venter, av seg selv.`,
  queued: (count: number) =>
    count === 1 ? '1 jobb er satt i kø.' : `${count} jobber er satt i kø.`,
} as const
