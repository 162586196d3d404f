import { inspect } from 'node:util'

/** Writes into the run's output what is needed to repeat it: seeds, and what was left undone. */
export function report(what: string, more?: unknown): void {
  process.stdout.write(`${what}${more === undefined ? '' : ` ${inspect(more, { depth: 4 })}`}\n`)
}
