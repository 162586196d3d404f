import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Key } from '../../../ui/Key.tsx'
import { CandidateChoice } from '../../customers/choose/CandidateChoice.tsx'
import { contactIdOf, NEW_CONTACT, type Choice } from '../../customers/choose/recipient-state.ts'
import { actOfKey } from './queue-state.ts'
import { text } from './text.ts'
import { useQueueKeys } from './useQueueKeys.ts'

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
  const { candidates } = choice
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
  const chooseByPress = (value: string) => {
    if (counts({ timeStamp: performance.now() })) setChosen(value)
  }
  return (
    <div className="grid gap-4">
      <p ref={heading} tabIndex={-1} className="text-sm text-ink-2 outline-none">
        {asks}
      </p>
      {notice}
      <CandidateChoice byKeys choice={choice} chosen={chosen} onChoose={chooseByPress} />
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
