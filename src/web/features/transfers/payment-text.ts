export const text = {
  payment: 'Betaling',
  invoiceNumber: 'Fakturanummer',
  any: 'Alle betalinger',
  dueDate: 'Forfall',
  paid: 'Betalt',
  /** While something may still happen. */
  checked: 'Sist sjekket',
  /** Nothing more is expected: when it was found to be so. */
  found: 'Sett i Fiken',
  /** Once it is an invoice: Fiken shows it at the draft's address. */
  openInvoice: 'Åpne fakturaen i Fiken',
  openShort: 'Åpne i Fiken',
  reported: 'Meldt til ServiceM8',
  unchecked: 'Sjekkes innen en time eller to',
} as const
