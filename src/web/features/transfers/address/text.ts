/** Of the buyer's address, where the contact in Fiken has none. */
export const text = {
  title: 'Kundens adresse',
  why: 'Adressen skrives på kunden i Fiken, og jobben prøves igjen.',
  fields: { address: 'Adresse', postalCode: 'Postnummer', city: 'Poststed', country: 'Land' },
  country: 'Norge',
  submit: 'Lagre og prøv igjen',
  saved: 'Jobben prøves igjen',
  failed: 'Kunne ikke lagre adressen',
} as const
