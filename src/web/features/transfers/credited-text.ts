/** What a row says of credit notes. */
export const text = {
  credited: (date: string) => `Kreditert i sin helhet${date && ` ${date}`}`,
  partlyCredited: (sum: string) => `Delvis kreditert: ${sum}`,
  creditNote: (number: string, date: string) => `Kreditnota ${number} av ${date}`,
  newDraft: 'Lag nytt utkast',
  openFiken: 'Åpne Fiken',
  unsure: 'Kreditert i Fiken, men ikke kjent hvor mye',
  doubts: {
    notes: 'Kreditnotaene er ikke lest ennå. Vi prøver hver time.',
    sums: 'Kreditnotaene stemmer ikke med fakturaen. Vi sjekker hver time.',
  },
  standsFor: (number: string) => `Faktura ${number} er ikke kreditert i sin helhet`,
  standsForWhy: (credited: string, gross: string) =>
    `Bare ${credited} av ${gross} er kreditert, og jobben er fakturert på nytt. Rett det i Fiken, så kunden ikke betaler to ganger.`,
  deposit: 'Forskuddet er kreditert i Fiken',
  depositInPart: (sum: string) => `Forskuddet er delvis kreditert i Fiken: ${sum}`,
  drafted: 'Utkastet trekker det fortsatt fra. Fjern forskuddet, og oppdater utkastet.',
  dropped: 'Oppdater utkastet, så trekkes det ikke fra.',
  issued: (number: string) =>
    `Faktura ${number} har trukket det fra, så det blir ikke betalt. Fakturer det i Fiken.`,
  drop: 'Fjern forskuddet',
  update: 'Oppdater utkast',
} as const
