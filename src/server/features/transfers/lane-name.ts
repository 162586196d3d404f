/** The queue whose lanes are Fiken users. */
export const TRANSFER_LANE = 'transfer-lane'
