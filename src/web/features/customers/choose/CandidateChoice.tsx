import type { ReactNode } from 'react'
import { CandidateOption, NewContactOption } from './CandidateOption.tsx'
import { ComparedFacts } from './ComparedFacts.tsx'
import { factsOf, NEW_CONTACT, type Choice } from './recipient-state.ts'
import { text } from './text.ts'

interface CandidateChoiceProps {
  choice: Choice
  /** The chosen contact's id, or {@link NEW_CONTACT}; '' without a choice. */
  chosen: string
  /** True where the keys 1 to 9 and n choose. */
  byKeys?: boolean
  describedBy?: string | undefined
  onChoose: (value: string) => void
  children?: ReactNode
}

/** Who the invoice is for, and the contacts in Fiken to choose from, with a new one at the end. */
export function CandidateChoice({
  choice,
  chosen,
  byKeys = false,
  describedBy,
  onChoose,
  children,
}: CandidateChoiceProps) {
  const { recipient, why, drafts, candidates } = choice
  const option = (value: string, key: string | undefined) => ({
    checked: chosen === value,
    keyName: byKeys ? key : undefined,
    onChoose: () => onChoose(value),
  })
  return (
    <>
      <RecipientFacts choice={choice} />
      {why && <p className="rounded-control bg-wait-soft px-3 py-2 text-sm text-ink">{why}</p>}
      {drafts.length > 0 && <p className="text-sm text-ink-2">{text.drafts(drafts)}</p>}
      <fieldset aria-describedby={describedBy}>
        <legend className="mb-2 text-sm font-semibold">{text.candidates}</legend>
        {candidates.length === 0 && <p className="mb-2 text-sm text-ink-2">{text.none}</p>}
        <div className="grid gap-2">
          {candidates.map((candidate, at) => (
            <CandidateOption
              key={candidate.contactId}
              choice={choice}
              candidate={candidate}
              {...option(String(candidate.contactId), at < 9 ? String(at + 1) : undefined)}
            />
          ))}
          <NewContactOption
            name={recipient.name}
            alone={candidates.length === 0}
            {...option(NEW_CONTACT, 'n')}
          />
        </div>
        {children}
      </fieldset>
    </>
  )
}

/** Who the invoice is for, with the same facts as each contact below. */
function RecipientFacts({ choice }: { choice: Choice }) {
  return (
    <section
      aria-label={text.recipient}
      className="grid gap-0.5 rounded-control bg-surface-2 px-3 py-2.5 text-sm"
    >
      <p className="text-ink-2">{text.recipient}</p>
      <p className="text-base font-semibold">{choice.recipient.name}</p>
      <ComparedFacts facts={factsOf(choice, choice.recipient)} />
    </section>
  )
}
