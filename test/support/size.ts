/**
 * True when this run tries everything: every window, theme, look, and step at which to kill. `npm
 * test` and .ci/run do not, `npm run test:all` does, and so does a file run by itself.
 */
export const everything = !['core', 'gate'].includes(process.env['TEST_SIZE'] ?? '')

/** The number of examples of a property when not everything is tried. */
const FEW = 100

/** Returns the number of examples to try a property with. */
export const runs = (many: number): number => (everything ? many : Math.min(many, FEW))
