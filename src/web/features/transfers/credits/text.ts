export const text = {
  title: 'Nytt utkast',
  why: (jobs: number) =>
    jobs > 1
      ? 'Fakturaen er kreditert i sin helhet. Skal jobbene faktureres på nytt, lages ett nytt utkast av dem, slik de er i ServiceM8 nå.'
      : 'Fakturaen er kreditert i sin helhet. Skal jobben faktureres på nytt, lages et nytt utkast av jobben slik den er i ServiceM8 nå.',
  says: 'På utkastet står det hvilken faktura det erstatter. Grunnen står bare i hendelsene og loggen her.',
  reason: (jobs: number) => `Hvorfor skal ${jobs > 1 ? 'jobbene' : 'jobben'} faktureres på nytt?`,
  missing: 'Skriv hvorfor, med minst tre tegn',
  submit: 'Lag nytt utkast',
  started: 'Nytt utkast er i kø',
  failed: 'Det ble ikke laget noe nytt utkast',
} as const
