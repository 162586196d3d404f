/**
 * The events of the security log (actions and attempts on an account), with their Norwegian names.
 */
export const SECURITY_EVENTS = {
  registered: 'Konto opprettet',
  logged_in: 'Logget inn',
  log_in_refused: 'Innlogging avvist',
  throttled: 'Stanset etter for mange forsøk',
  logged_out: 'Logget ut',
  sessions_ended: 'Andre innlogginger avsluttet',
  reset_asked: 'Bedt om nytt passord',
  reset_used: 'Nytt passord satt med lenke',
  reset_refused: 'Lenke for nytt passord avvist',
  password_changed: 'Passord endret',
  password_refused: 'Feil passord skrevet på nytt',
  email_changed: 'E-postadresse endret',
  email_confirmed: 'E-postadresse bekreftet',
  admin_refused: 'Admin-tilgang avvist',
  factor_on: 'Totrinns innlogging slått på',
  factor_off: 'Totrinns innlogging slått av',
  factor_refused: 'Kode for totrinns innlogging avvist',
  factor_reset: 'Totrinns innlogging fjernet av driften',
  recovery_codes_renewed: 'Nye gjenopprettingskoder',
  recovery_code_used: 'Gjenopprettingskode brukt',
  grant_ended: 'Tilgang avsluttet',
  account_deleted: 'Konto slettet',
} as const
export type SecurityEvent = keyof typeof SECURITY_EVENTS

/** Reasons shown with an event whose name alone does not explain it. */
export const SECURITY_REASONS = {
  unknown_account: 'ingen konto med adressen',
  wrong_password: 'feil passord',
  inactive: 'kontoen er deaktivert',
  wrong_code: 'feil kode',
  link_used: 'lenken var brukt',
  link_invalid: 'lenken var ugyldig eller utløpt',
  not_admin: 'ikke administrator',
  by_user_servicem8: 'ServiceM8, av brukeren',
  by_user_fiken: 'Fiken, av brukeren',
  by_vendor_servicem8: 'ServiceM8, av ServiceM8',
  by_vendor_fiken: 'Fiken, av Fiken',
} as const
export type SecurityReason = keyof typeof SECURITY_REASONS
