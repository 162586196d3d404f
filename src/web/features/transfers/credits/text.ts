export const text = {
  title: 'Nytt utkast',
  why: 'Fakturaen er kreditert i sin helhet. Skal jobben faktureres på nytt, lages et nytt utkast av jobben slik den er i ServiceM8 nå.',
  says: 'På utkastet står det hvilken faktura det erstatter. Grunnen står bare i hendelsene og loggen her.',
  reason: 'Hvorfor skal jobben faktureres på nytt?',
  missing: 'Skriv hvorfor, med minst tre tegn',
  submit: 'Lag nytt utkast',
  started: 'Nytt utkast er i kø',
  failed: 'Det ble ikke laget noe nytt utkast',
} as const
