/**
 * True when this run tests everything: every viewport, theme and look, and every step at which to
 * kill a process. False in `npm test` and .ci/run; true in `npm run test:all` and when a file is
 * run alone.
 */
export const everything = !['core', 'gate'].includes(process.env['TEST_SIZE'] ?? '')

const FEW = 100

export const runs = (many: number): number => (everything ? many : Math.min(many, FEW))
