/**
 * The reasons why a consent at a vendor failed. The final page's address contains only the key, so
 * a forged address can select one of these sentences but cannot insert its own text.
 */
const REASONS = {
  session_ended: () => 'Du er ikke logget inn. Logg inn og prøv igjen.',
  not_confirmed: (vendor) =>
    `Godkjenningen hos ${vendor} kunne ikke bekreftes: lenken er brukt, utløpt eller startet et annet sted. Prøv igjen.`,
  cancelled: (vendor) => `Du avbrøt godkjenningen hos ${vendor}. Ingenting er endret.`,
  not_finished: (vendor) => `${vendor} fullførte ikke godkjenningen. Prøv igjen.`,
  code_refused: (vendor) => `Godkjenningen hos ${vendor} var brukt eller utløpt. Prøv igjen.`,
  account_taken: (vendor) =>
    `${vendor}-kontoen er allerede koblet til en annen bruker i Fakturabro. Koble den fra der først, eller velg en annen konto.`,
  role_refused: (vendor) =>
    `Du har ikke tilgang til å koble denne kontoen hos ${vendor} til firmaet. Eieren kan gjøre det, eller gi deg mer tilgang.`,
  not_recognised: (vendor) =>
    `${vendor} kjenner ikke igjen denne installasjonen. Feilen er hos oss; ta kontakt.`,
  not_set_up: (vendor) =>
    `${vendor} er ikke satt opp på denne installasjonen. Ta kontakt med den som driver den.`,
  busy: (vendor) =>
    `Kunne ikke koble til ${vendor}. ${vendor} er overbelastet. Prøv igjen om litt.`,
  unavailable: (vendor) =>
    `Kunne ikke koble til ${vendor}. ${vendor} svarer ikke akkurat nå. Prøv igjen om litt.`,
  failed: (vendor) => `Kunne ikke koble til ${vendor}. Årsaken står i loggen.`,
} as const satisfies Record<string, (vendor: string) => string>

export type ConsentReason = keyof typeof REASONS

export const consentSentence = (reason: ConsentReason, vendor: string): string =>
  REASONS[reason](vendor)

export const consentReasonIn = (named: string | null): ConsentReason | null =>
  named !== null && Object.hasOwn(REASONS, named) ? (named as ConsentReason) : null
