import type { AnswerOf } from '#shared/contract'
import type { readRecipient } from '#shared/contracts/transfers/actions'
import { formatOrganizationNumber, formatPhoneNumber } from '#shared/norwegian'
import { text } from './text.ts'

export type Choice = AnswerOf<typeof readRecipient>
export type Candidate = Choice['candidates'][number]
export type Compared = Candidate['details'][number]

export const NEW_CONTACT = 'new'

/** The facts shown of the recipient and of each contact, in this order; the name is above them. */
const FIELDS = ['organizationNumber', 'email', 'phone', 'address'] as const
type Field = (typeof FIELDS)[number]

export interface Fact {
  term: string
  /** The value; '' where it is missing on this side. */
  value: string
  /** The server's judgement; absent where one of the two lacks the value. */
  compared?: Compared | undefined
}

type Side = Record<Field, string | null>

const written = (side: Side, field: Field): string => {
  const value = side[field]?.trim() ?? ''
  if (value === '') return ''
  if (field === 'organizationNumber') return formatOrganizationNumber(value)
  return field === 'phone' ? formatPhoneNumber(value) : value
}

/** Returns the facts that the recipient or a contact has, so that all of them show the same ones. */
const shownFields = ({ recipient, candidates }: Pick<Choice, 'recipient' | 'candidates'>) =>
  FIELDS.filter((field) => [recipient, ...candidates].some((side) => written(side, field) !== ''))

export function factsOf(
  choice: Pick<Choice, 'recipient' | 'candidates'>,
  side: Side & { details?: Candidate['details'] },
): Fact[] {
  return shownFields(choice).map((field) => ({
    term: text.terms[field],
    value: written(side, field),
    compared: comparedOf(side, field),
  }))
}

export const comparedOf = (
  { details }: { details?: Candidate['details'] },
  field: Compared['field'],
): Compared | undefined => details?.find((detail) => detail.field === field)

export function firstChoice(choice: Choice): string {
  return choice.candidates.length === 0 ? NEW_CONTACT : ''
}

/** Returns the chosen contact's id; null for a new contact. */
export function contactIdOf(value: string): number | null {
  return value === NEW_CONTACT ? null : Number(value)
}
