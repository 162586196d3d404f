import type { AnswerOf } from '#shared/contract'
import type { readRecipient } from '#shared/contracts/transfers/actions'
import { formatOrganizationNumber, organizationNumber } from '#shared/norwegian'
import { text } from './text.ts'

export type Choice = AnswerOf<typeof readRecipient>
export type Candidate = Choice['candidates'][number]

export const NEW_CONTACT = 'new'

/** A value compared with the contact's; `agrees` is null when the comparison is inconclusive. */
export interface Compared {
  term: string
  value: string
  agrees: boolean | null
}

export function comparedWith(recipient: Choice['recipient'], candidate: Candidate): Compared[] {
  const ours = digitsOf(recipient.organizationNumber)
  const theirs = digitsOf(candidate.organizationNumber)
  return [
    {
      term: text.organizationNumber,
      value: candidate.organizationNumber && formatOrganizationNumber(candidate.organizationNumber),
      agrees: ours && theirs ? ours === theirs : null,
    },
    {
      term: text.email,
      value: candidate.email,
      agrees: sameOrUnknown(recipient.email, candidate.email),
    },
    {
      term: text.address,
      value: candidate.address,
      agrees: sameOrUnknown(recipient.address, candidate.address),
    },
  ].filter((detail) => detail.value !== '')
}

export function firstChoice(choice: Choice): string {
  return choice.candidates.length === 0 ? NEW_CONTACT : ''
}

/** Returns the chosen contact's id; null for a new contact. */
export function contactIdOf(value: string): number | null {
  return value === NEW_CONTACT ? null : Number(value)
}

/** Returns true for equal addresses; otherwise null, because a customer can have several. */
function sameOrUnknown(ours: string | null, theirs: string): true | null {
  const [a, b] = [plain(ours ?? ''), plain(theirs)]
  return a !== '' && a === b ? true : null
}

function plain(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@.]+/gu, ' ')
    .trim()
}

function digitsOf(words: string | null): string {
  return organizationNumber(words) ?? (words ?? '').replace(/\D/g, '')
}
