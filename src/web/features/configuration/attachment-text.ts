export const text = {
  choice: 'Hva som følger med',
  choices: {
    none: 'Ingen vedlegg',
    pdf: 'PDF-er',
    all: 'Alle bilder og PDF-er',
  },
  hints: {
    none: 'Du kan likevel velge vedlegg for én jobb, når ServiceM8 har gitt lov til å hente dem.',
    pdf: 'Skjemaer og andre PDF-er følger med, bilder ikke. Gjelder utkast som lages eller oppdateres fra nå av.',
    all: 'Store bilder gjøres mindre. Gjelder utkast som lages eller oppdateres fra nå av.',
  },
  never:
    'ServiceM8s egen faktura og tilbud følger aldri med. Vedleggene sendes når utkastet er laget og kontrollert, så et vedlegg som feiler, stopper ikke utkastet.',
  ask: 'ServiceM8 må godkjenne at vedlegg hentes',
  askWhy: 'Ingen vedlegg hentes før det er gjort. Alt annet virker som før.',
  allow: 'Godkjenn i ServiceM8',
} as const
