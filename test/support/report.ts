import { inspect } from 'node:util'

export function report(what: string, more?: unknown): void {
  process.stdout.write(`${what}${more === undefined ? '' : ` ${inspect(more, { depth: 4 })}`}\n`)
}
