export const words = {
  cancel: 'Avbryt',
  close: 'Lukk',
  loading: 'Laster...',
  save: 'Lagre',
  tryAgain: 'Prøv igjen',
  undo: 'Angre',
} as const
