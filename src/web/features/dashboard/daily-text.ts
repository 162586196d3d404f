/** The texts of the chart, loaded with it after the first paint. */
export const text = {
  title: 'Siste 30 dager',
  show: 'Vis tallene',
  hide: 'Skjul tallene',
  caption: 'Hentede og overførte jobber, etter dagen de ble fullført',
  sum: ({ completed, invoiced, left }: { completed: number; invoiced: number; left: number }) =>
    `${completed === 1 ? '1 jobb' : `${completed} jobber`} hentet fra ServiceM8, ${invoiced} overført, ${left === 0 ? 'ingen gjenstår' : `${left} gjenstår`}`,
  day: (date: string, completed: number, invoiced: number) =>
    `${date}: ${completed} hentet, ${invoiced} overført`,
  date: 'Dato',
  completed: 'Hentet',
  invoiced: 'Overført',
  left: 'Gjenstår',
  legendDone: 'Overført til Fiken',
  legendLeft: 'Hentet, ikke overført ennå',
  none: 'Ingen hentede jobber er fullført de siste 30 dagene',
  earlier: 'Se tidligere måneder',
  unknown: 'Kunne ikke hente tallene for de siste 30 dagene',
} as const
