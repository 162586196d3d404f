export const words = {
  cancel: 'Avbryt',
  close: 'Lukk',
  loading: 'Laster...',
  moreOptions: 'Flere muligheter',
  save: 'Lagre',
  tryAgain: 'Prøv igjen',
  undo: 'Angre',
} as const
