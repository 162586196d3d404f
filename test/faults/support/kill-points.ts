/**
 * Which of so many equal shares of the steps this run kills at, for example "2/2": .ci/run gives
 * each database one, so that between them every step is killed at.
 */
const [share = 1, shares = 1] = (process.env['FAULT_SHARE'] ?? '1/1').split('/').map(Number)

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
