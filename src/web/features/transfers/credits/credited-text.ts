/** What a row says of credit notes. */
export const text = {
  credited: (date: string) => `Kreditert i sin helhet${date && ` ${date}`}`,
  partlyCredited: (sum: string) => `Delvis kreditert: ${sum}`,
  creditNote: (number: string, date: string) => `Kreditnota ${number} av ${date}`,
  newDraft: 'Lag nytt utkast',
  openFiken: 'Åpne Fiken',
  creditDoubts: {
    notes: {
      title: 'Kreditert i Fiken, men ikke kjent hvor mye',
      why: 'Ikke alle kreditnotaene kunne leses i Fiken. Vi prøver igjen hver time.',
    },
    sums: {
      title: 'Kreditnotaene stemmer ikke med fakturaen',
      why: 'De dekker hele fakturaen, men noe av den står fortsatt åpent i Fiken. Vi sjekker igjen hver time.',
    },
    unread: {
      title: 'Kreditert i Fiken, men ikke kjent hvor mye',
      why: 'Kreditnotaene leses neste gang vi sjekker betalinger i Fiken, innen en time.',
    },
  },
  depositCredit: {
    inFull: 'Forskuddet er kreditert i Fiken',
    inPart: (sum: string) => `Forskuddet er delvis kreditert i Fiken: ${sum}`,
    unsure: 'Forskuddet er helt eller delvis kreditert i Fiken',
    drafted:
      'Utkastet trekker fortsatt fra hele forskuddet. Fjern det, og oppdater utkastet etterpå.',
    dropped:
      'Forskuddet er fjernet her. Oppdater utkastet, så trekkes det ikke fra i Fiken heller.',
    issued: (number: string) =>
      `Faktura ${number} har trukket fra hele forskuddet, så det krediterte blir ikke betalt. Fakturer det i Fiken.`,
    drop: 'Fjern forskuddet',
    update: 'Oppdater utkast',
  },
  standsFor: {
    title: (number: string) => `Faktura ${number} er ikke kreditert i sin helhet`,
    why: ({
      credited,
      gross,
      isInvoiced,
    }: {
      credited: string
      gross: string
      isInvoiced: boolean
    }) =>
      `Bare ${credited} av ${gross} er kreditert, og jobben er fakturert på nytt. Krediter resten i Fiken, eller ${
        isInvoiced ? 'krediter den nye fakturaen' : 'slett det nye utkastet'
      }, så kunden ikke betaler to ganger.`,
  },
} as const
