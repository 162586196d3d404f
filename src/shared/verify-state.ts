/**
 * The prefix of the OAuth state of a consent requested by `npm run verify:live`. The product's own
 * states are base64url and never contain a full stop.
 */
export const VERIFY_STATE = 'verify.'
