/** Lanes are users: several accounts are taken in at once, one user's jobs one after another. */
export const INTAKE = 'intake'
export const SWEEP = 'sweep'
