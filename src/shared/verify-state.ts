/**
 * How the state of a consent begins that `npm run verify:live` has asked for. The product's own
 * states are base64url, in which no full stop stands.
 */
export const VERIFY_STATE = 'verify.'
