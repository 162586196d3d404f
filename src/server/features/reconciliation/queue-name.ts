export const RECONCILIATION = 'reconciliation'
