export const text = {
  countOf: (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`),
  selected: (count: number) => (count === 1 ? '1 valgt' : `${count} valgt`),
  skip: 'Hopp over',
  clear: 'Fjern valget',
  confirmSkip: (count: number) =>
    count === 1 ? 'Hoppe over 1 overføring?' : `Hoppe over ${count} overføringer?`,
  confirmSkipWhy: (count: number) =>
    count === 1
      ? 'Den blir ikke overført til Fiken. Du finner den igjen med statusen Slettede. Står den i kø, kjører eller er fullført, blir den ikke endret.'
      : 'De blir ikke overført til Fiken. Du finner dem igjen med statusen Slettede. Det som står i kø, kjører eller er fullført, blir ikke endret.',
} as const
