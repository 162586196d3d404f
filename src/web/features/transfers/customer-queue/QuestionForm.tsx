import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { CandidateOption, Key, NewContactOption } from '../../customers/choose/CandidateOption.tsx'
import { contactIdOf, NEW_CONTACT, type Choice } from '../../customers/choose/recipient-state.ts'
import { RecipientFacts } from '../../customers/choose/RecipientFacts.tsx'
import { text as chooseText } from '../../customers/choose/text.ts'
import { actOfKey } from './queue-state.ts'
import { text } from './text.ts'
import { useQueueKeys } from './use-queue-keys.ts'

interface QuestionFormProps {
  /** The customer's place in the queue, name and jobs. */
  asks: string
  choice: Choice
  notice: ReactNode
  lastLine: ReactNode
  onAnswer: (contactId: number | null, name: string | null) => void
  onLater: () => void
  onBack: () => void
}

/** One customer of the queue. Nothing is chosen beforehand, and without a choice nothing happens. */
export function QuestionForm({ asks, notice, lastLine, ...props }: QuestionFormProps) {
  // What was shown first stays, so that a number always means the same contact.
  const [choice] = useState(props.choice)
  const { onAnswer, onLater, onBack } = props
  const { recipient, why, drafts, candidates } = choice
  const [chosen, setChosen] = useState('')
  const heading = useRef<HTMLParagraphElement>(null)
  const isAnswered = useRef(false)
  // So that a screen reader says which customer has come up.
  useEffect(() => heading.current?.focus(), [])
  const confirm = () => {
    // A second press can come before the next customer is shown.
    if (chosen === '' || isAnswered.current) return
    isAnswered.current = true
    const contact = candidates.find(({ contactId }) => String(contactId) === chosen)
    onAnswer(contactIdOf(chosen), contact?.name ?? null)
  }
  const later = () => {
    if (isAnswered.current) return
    isAnswered.current = true
    onLater()
  }
  const counts = useQueueKeys((key) => {
    const wish = actOfKey(key, candidates)
    if (wish?.act === 'choose') setChosen(wish.value)
    else if (wish?.act === 'confirm') confirm()
    else if (wish?.act === 'later') later()
    else if (wish?.act === 'back') onBack()
  })
  const option = (value: string, keyName: string | undefined) => ({
    checked: chosen === value,
    keyName,
    onChoose: () => {
      if (counts({ timeStamp: performance.now() })) setChosen(value)
    },
  })
  return (
    <div className="grid gap-4">
      <p ref={heading} tabIndex={-1} className="text-sm text-ink-2 outline-none">
        {asks}
      </p>
      {notice}
      <RecipientFacts choice={choice} />
      {why && <p className="rounded-control bg-wait-soft px-3 py-2 text-sm text-ink">{why}</p>}
      {drafts.length > 0 && <p className="text-sm text-ink-2">{chooseText.drafts(drafts)}</p>}
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">{chooseText.candidates}</legend>
        {candidates.length === 0 && <p className="mb-2 text-sm text-ink-2">{chooseText.none}</p>}
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
      </fieldset>
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-2 border-t border-line bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
        {lastLine}
        <div className="flex justify-end gap-2">
          <Button
            className="max-sm:flex-1"
            aria-keyshortcuts="s"
            onClick={(event) => {
              if (counts(event)) later()
            }}
          >
            {text.later} <Key name="s" />
          </Button>
          <Button
            tone="primary"
            className="max-sm:flex-1"
            aria-disabled={chosen === ''}
            onClick={(event) => {
              if (counts(event)) confirm()
            }}
          >
            {chosen === NEW_CONTACT ? text.makeNew : text.choose} <Key name="↵" />
          </Button>
        </div>
      </div>
    </div>
  )
}
