import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { comparedWith, type Candidate, type Choice } from './recipient-state.ts'
import { text } from './text.ts'

interface CandidateOptionProps {
  recipient: Choice['recipient']
  candidate: Candidate
  checked: boolean
  onChoose: () => void
}

export function CandidateOption({ recipient, candidate, checked, onChoose }: CandidateOptionProps) {
  return (
    <Option checked={checked} onChoose={onChoose}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="font-semibold">{candidate.name}</span>
        {candidate.inactive && <StatusChip tone="neutral">{text.inactive}</StatusChip>}
      </span>
      <span className="text-ink-2 tabular-nums">{candidate.comparison}</span>
      {candidate.inactive && <span className="text-ink-2">{text.reactivates}</span>}
      {comparedWith(recipient, candidate).map(({ term, value, agrees }) => (
        <span key={term} className="grid grid-cols-[4.5rem_1fr] gap-x-2">
          <span className="text-ink-2">{term}</span>
          <span className="min-w-0">
            {value} {agrees !== null && <Agreement agrees={agrees} />}
          </span>
        </span>
      ))}
    </Option>
  )
}

interface NewContactOptionProps {
  name: string
  /** True for the only option, when no contact is similar. */
  alone: boolean
  checked: boolean
  onChoose: () => void
}

export function NewContactOption({ name, alone, checked, onChoose }: NewContactOptionProps) {
  return (
    <Option checked={checked} onChoose={onChoose}>
      <span className="font-semibold">{text.makeNew}</span>
      <span className="text-ink-2">
        {!alone && `${text.noneOfThem} `}
        {text.makeNewWhy(name)}
      </span>
    </Option>
  )
}

function Agreement({ agrees }: { agrees: boolean }) {
  const Icon = agrees ? Check : X
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 text-xs font-semibold whitespace-nowrap',
        agrees ? 'text-ok' : 'text-bad',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {agrees ? text.same : text.other}
    </span>
  )
}

/** A card that is itself the label of its radio button, so that the user can press anywhere. */
function Option({
  checked,
  onChoose,
  children,
}: {
  checked: boolean
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
    </label>
  )
}
