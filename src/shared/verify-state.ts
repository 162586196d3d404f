/**
 * The beginning of the state of a consent that `npm run verify:live` asks for. The product's own
 * states are base64url, in which no full stop occurs.
 */
export const VERIFY_STATE = 'verify.'
