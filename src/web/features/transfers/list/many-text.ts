export const text = {
  causes: 'Dette har stoppet',
  causesFolded: (causes: number, jobs: number) => `${causes} årsaker har stoppet ${jobs} jobber`,
  countOf: (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`),
  showJobs: 'Vis jobbene',
  retryAll: 'Prøv alle igjen',
  retryOne: 'Prøv igjen',
  select: (job: string) => `Velg ${job}`,
  selectPage: 'Velg alle på siden',
  selected: (count: number) => (count === 1 ? '1 valgt' : `${count} valgt`),
  acts: 'Valgte overføringer',
  retry: 'Prøv igjen',
  start: 'Overfør',
  skip: 'Hopp over',
  export: 'Last ned',
  exportAll: 'Last ned som CSV',
  exportShort: 'CSV',
  clear: 'Fjern valget',
  toBar: 'Gå til knappene for de valgte',
  confirmSkip: (count: number) =>
    count === 1 ? 'Hoppe over 1 overføring?' : `Hoppe over ${count} overføringer?`,
  confirmSkipWhy: (count: number) =>
    count === 1
      ? 'Den blir ikke overført til Fiken. Du finner den igjen med statusen Slettede. Står den i kø, kjører eller er fullført, blir den ikke endret.'
      : 'De blir ikke overført til Fiken. Du finner dem igjen med statusen Slettede. Det som står i kø, kjører eller er fullført, blir ikke endret.',
  transferred: 'Jobbene er overført',
  skipped: 'Overføringene er hoppet over',
  failed: 'Kunne ikke gjøre det',
  file: (date: string) => `overforinger-${date}.csv`,
} as const
