import { causeOf, problem, type CauseCode, type Problem } from './causes/index.ts'
import { enumerate } from './norwegian.ts'

/**
 * The most names in a sentence: enough for every tax rate, not for hundreds of unreadable lines.
 */
const MOST_NAMES = 20

/**
 * Returns a problem about one named thing, worded so that several problems of the same kind can be
 * merged into one sentence with all names.
 */
export function problemAbout(
  code: CauseCode,
  {
    message,
    name,
    several,
    lineIndex,
  }: { message: string; name: string; several: string; lineIndex?: number },
): Problem {
  return { ...problem(code, message, lineIndex), about: { names: [name], several } }
}

/**
 * Returns each problem once. A hundred lines with the same missing choice become one problem,
 * reported on the first of the lines. Problems of the same kind about different things become one
 * problem that names all the things.
 */
export function mergeProblems(problems: readonly Problem[]): Problem[] {
  const kinds = new Map<string, { first: Problem; names: Set<string> }>()
  for (const one of problems) {
    const key = JSON.stringify([one.code, one.about?.several ?? one.message])
    const kind = kinds.get(key) ?? { first: one, names: new Set() }
    if (one.about) for (const name of one.about.names) kind.names.add(name)
    kinds.set(key, kind)
  }
  return [...kinds.values()].map(({ first, names }) => withNames(first, [...names]))
}

/**
 * Returns all problems as a row's text: the first cause's problems in full, because the row's
 * button fixes that cause, then the titles of the other causes.
 */
export function problemSummary(problems: readonly Problem[]): string {
  const merged = mergeProblems(problems)
  const cause = merged[0]?.code
  const inFull = merged.filter(({ code }) => code === cause).map(({ message }) => message)
  const others = new Set(
    merged.filter(({ code }) => code !== cause).map(({ code }) => causeOf(code).title),
  )
  return [...inFull, ...(others.size === 0 ? [] : [`I tillegg: ${[...others].join('. ')}.`])].join(
    ' ',
  )
}

function withNames(first: Problem, names: readonly string[]): Problem {
  if (!first.about || names.length === 1) return first
  const { several } = first.about
  return {
    ...first,
    message: several.replace('{}', () => listed(names)),
    about: { names, several },
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES)
  const hidden = names.length - shown.length
  return enumerate(hidden === 0 ? shown : [...shown, `${hidden} til`])
}
