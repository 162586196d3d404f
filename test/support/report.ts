import { inspect } from 'node:util'

/** Prints what is needed to repeat the run, such as seeds, and what was left undone. */
export function report(what: string, more?: unknown): void {
  process.stdout.write(`${what}${more === undefined ? '' : ` ${inspect(more, { depth: 4 })}`}\n`)
}
