/** The bounds of the contract's customerMatchThreshold: the similarity of two names, in percent. */
export const PERCENT_MIN = 50
export const PERCENT_MAX = 100
