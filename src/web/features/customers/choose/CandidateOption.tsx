import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Key } from '../../../ui/Key.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { Agreement, ComparedFacts } from './ComparedFacts.tsx'
import { comparedOf, factsOf, type Candidate, type Choice } from './recipient-state.ts'
import { text } from './text.ts'

interface CandidateOptionProps {
  choice: Pick<Choice, 'recipient' | 'candidates'>
  candidate: Candidate
  checked: boolean
  /** The key that chooses it, where keys do. */
  keyName?: string | undefined
  onChoose: () => void
}

export function CandidateOption({ choice, candidate, ...option }: CandidateOptionProps) {
  const name = comparedOf(candidate, 'name')
  return (
    <Option {...option}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="font-semibold">{candidate.name}</span>
        {name && <Agreement compared={name} />}
        {candidate.inactive && <StatusChip tone="neutral">{text.inactive}</StatusChip>}
      </span>
      {candidate.inactive && <span className="text-ink-2">{text.reactivates}</span>}
      <ComparedFacts facts={factsOf(choice, candidate)} />
    </Option>
  )
}

interface NewContactOptionProps {
  name: string
  /** True for the only option, when no contact is similar. */
  alone: boolean
  checked: boolean
  keyName?: string | undefined
  onChoose: () => void
}

export function NewContactOption({ name, alone, ...option }: NewContactOptionProps) {
  return (
    <Option {...option}>
      <span className="font-semibold">{text.makeNew}</span>
      <span className="text-ink-2">
        {!alone && `${text.noneOfThem} `}
        {text.makeNewWhy(name)}
      </span>
    </Option>
  )
}

/** A card that is itself the label of its radio button, so that the user can press anywhere. */
function Option({
  checked,
  keyName,
  onChoose,
  children,
}: {
  checked: boolean
  keyName?: string | undefined
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label
      className={cx(
        'flex items-start gap-3 rounded-control border px-3 py-2.5 text-sm transition-colors',
        checked ? 'border-brand bg-brand-soft' : 'border-line-strong hover:bg-surface-2',
      )}
    >
      <input
        type="radio"
        name="contact"
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-brand"
      />
      <span className="grid min-w-0 flex-1 gap-0.5">{children}</span>
      {keyName && <Key name={keyName} />}
    </label>
  )
}
