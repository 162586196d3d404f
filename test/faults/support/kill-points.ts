/**
 * Which of so many equal shares of the steps a run of this size kills at: npm test takes one half on
 * the embedded database, and .ci/run the other on PostgreSQL.
 */
const SHARES: Record<string, [share: number, shares: number]> = { core: [1, 2], gate: [2, 2] }
const [share, shares] = SHARES[process.env['TEST_SIZE'] ?? ''] ?? [1, 1]

/**
 * The steps at which this run kills: its share of them, or of one in `oneIn`. With
 * FAULT_EVERY_STEP=1 (npm run prove) all.
 */
export function killPoints<T>(steps: readonly T[], oneIn = 1): T[] {
  if (process.env['FAULT_EVERY_STEP'] === '1') return [...steps]
  return steps.filter((_step, index) => index % (oneIn * shares) === oneIn * (share - 1))
}

/** Over how many kills a run spreads its share, when all steps are spread over so many. */
export const killRounds = (ofAll: number): number => Math.ceil(ofAll / shares)
