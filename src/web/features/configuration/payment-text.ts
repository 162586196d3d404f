export const text = {
  title: 'Betaling',
  intro: 'Hver time sjekkes det i Fiken om fakturaene er betalt',
  on: 'På',
  waits: 'Venter på godkjenning',
  writeBack: 'Meld betaling tilbake til ServiceM8',
  writeBackHint:
    'Når en faktura betales i Fiken, registreres betalingen på jobben i ServiceM8. Det gjelder betalinger fra nå av.',
  onceMore: 'ServiceM8 må godkjenne én gang til.',
  ask: 'ServiceM8 må godkjenne at betalinger registreres',
  askWhy: 'Ingenting meldes før det er gjort. Alt annet virker som før.',
  allow: 'Godkjenn i ServiceM8',
} as const
