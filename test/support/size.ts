/**
 * True when this run tests everything: every viewport, theme and look, and every step at which to
 * kill a process. False in `npm test` and .ci/run; true in `npm run test:all` and when a file is
 * run alone.
 */
export const everything = !['core', 'gate'].includes(process.env['TEST_SIZE'] ?? '')

/** The number of examples of a property test when not everything is run. */
const FEW = 100

/** Returns the number of examples to run a property test with. */
export const runs = (many: number): number => (everything ? many : Math.min(many, FEW))
