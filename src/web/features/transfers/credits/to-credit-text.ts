/** Of a job whose sum is below zero. */
export const text = {
  title: 'Fakturaen jobben gjelder',
  why: 'Åpne fakturaen i Fiken, og lag kreditnotaen der. Slett overføringen her når det er gjort.',
  loading: 'Henter fakturaene i Fiken',
  tryAgain: 'Prøv igjen',
  openFiken: 'Åpne Fiken',
  noCustomer:
    'Det er ikke sikkert hvilken kunde i Fiken jobben er til, så fakturaene kan ikke vises her. Finn fakturaen i Fiken.',
  noInvoices: (customer: string) => `${customer} har ingen fakturaer i Fiken.`,
  ofJob: 'Fakturaer av denne jobben',
  ofCustomer: (customer: string) => `Fakturaer til ${customer}`,
  search: 'Søk i fakturaene',
  searchHint: 'Fakturanummer, dato, referanse eller beløp',
  noHits: 'Ingen av fakturaene passer med søket.',
  showAll: (count: number) => `Vis alle ${count}`,
  more: 'Eldre fakturaer finner du i Fiken.',
  invoice: (number: string) => `Faktura ${number}`,
  credited: { part: 'Delvis kreditert fra før', all: 'Kreditert i sin helhet fra før' },
  opens: ', åpnes i Fiken',
} as const
