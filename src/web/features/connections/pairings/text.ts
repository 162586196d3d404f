export const text = {
  title: 'Bruk tilgangen for flere firmaer?',
  why: 'Firmaene under er ikke koblet til Fiken, og tilgangen din når selskapene du kan velge her. Ingenting slås på av dette.',
  choose: (company: string, number: string | null) =>
    number ? `${company} · ${number}` : `${company} · org.nr. er ikke kjent`,
  none: 'Ikke nå',
  equal: 'Samme organisasjonsnummer.',
  use: (count: number) => (count === 1 ? 'Bruk for 1 firma' : `Bruk for ${count} firmaer`),
  done: (count: number) =>
    count === 1 ? '1 firma er koblet til Fiken' : `${count} firmaer er koblet til Fiken`,
  doneWhy: 'Ingenting er slått på.',
  failed: 'Firmaene ble ikke koblet til',
  offer: (person: string) => `${person} kan gi firmaet tilgang til Fiken`,
  offerWhy: (company: string) =>
    `Tilgangen gjelder ${company}, som har firmaets organisasjonsnummer. Ingenting slås på av at den brukes.`,
  accept: 'Bruk tilgangen',
  accepted: 'Fiken er tilkoblet',
  notAccepted: 'Tilgangen ble ikke tatt i bruk',
} as const
