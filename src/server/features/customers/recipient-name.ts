import { foldText, isSameName } from '#shared/names'
import { isAddressLine } from './address.ts'

export interface RecipientText {
  /** The recipient named on the first line; null when the text starts with the address. */
  name: string | null
  /** "Att: Kari", "v/ Kari": a person named between the name and the address. */
  attention: string | null
  /** The rest: the address, lines kept. */
  address: string
}

const ATTENTION = /^(?:att(?:n|ention)?[.:]*\s|v\/|ved:|kontakt(?:person)?:)\s*(.+)/i

/**
 * A billing text taken apart (rule 7): its first line is the recipient's name unless it is a
 * line of an address.
 *
 * `knownNames` (client, head office) are names even where they look like addresses ("Team 2000");
 * `knownPlaces` (the client's street and town, the job site's) are places even without a number.
 * Text on a single line is taken apart at its commas. What holds neither letter nor digit ("-") is
 * no name.
 */
export function readRecipientText(
  text: string,
  knownNames: readonly string[],
  knownPlaces: readonly string[],
): RecipientText {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(saysSomething)
  const [firstLine = '', ...others] = lines
  const isKnownName = (part: string) => knownNames.some((name) => isSameName(name, part))
  const isPlace = (part: string) =>
    !isKnownName(part) &&
    (isAddressLine(part) || knownPlaces.some((place) => foldText(place) === foldText(part)))
  const [head, tail] = splitFirstLine(firstLine, others.length === 0, isPlace, isKnownName)
  if (head === '' || isPlace(head)) return { ...withoutAttention(lines), name: null }
  return { ...withoutAttention(tail === '' ? others : [tail, ...others]), name: head }
}

/**
 * A name may hold a comma ("Hansen, Olsen & Co"): it ends before the first part that is an address,
 * else where the line does.
 */
function splitFirstLine(
  line: string,
  isOnlyLine: boolean,
  isPlace: (part: string) => boolean,
  isKnownName: (part: string) => boolean,
): [head: string, tail: string] {
  if (isKnownName(line)) return [line, '']
  const parts = line.split(/\s*,\s*/).filter(saysSomething)
  const firstPlace = parts.findIndex(isPlace)
  // Starting with an address: the whole line belongs to it, and the first part shows that.
  const at = firstPlace >= 0 ? Math.max(1, firstPlace) : isOnlyLine ? 1 : parts.length
  return [parts.slice(0, at).join(', '), parts.slice(at).join(', ')]
}

/** Does a text hold a letter or a digit? */
export function saysSomething(text: string): boolean {
  return foldText(text) !== ''
}

function withoutAttention(lines: readonly string[]): { attention: string | null; address: string } {
  let attention: string | null = null
  const address = lines.filter((line) => {
    const person = ATTENTION.exec(line)?.[1]
    if (person) attention ??= person
    return !person
  })
  return { attention, address: address.join('\n') }
}
