/** How alike two names must be, in percent: the bounds of the contract's customerMatchThreshold. */
export const PERCENT_MIN = 50
export const PERCENT_MAX = 100
