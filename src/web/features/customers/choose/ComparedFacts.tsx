import { Check, Diff, X } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import type { Compared, Fact } from './recipient-state.ts'
import { text } from './text.ts'

const LOOKS = {
  same: { icon: Check, ink: 'text-ok' },
  partly: { icon: Diff, ink: 'text-wait' },
  other: { icon: X, ink: 'text-bad' },
} as const

/** Shows how a detail of a contact compares with the recipient's. */
export function Agreement({ compared: { verdict, text: said } }: { compared: Compared }) {
  const { icon: Icon, ink } = LOOKS[verdict]
  return (
    <span className={cx('inline-flex items-start gap-1 text-xs font-semibold', ink)}>
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
      {verdict === 'same' ? text.same : said}
    </span>
  )
}

/** The same facts, in the same order, for the recipient and for each contact. */
export function ComparedFacts({ facts }: { facts: readonly Fact[] }) {
  return facts.map(({ term, value, compared }) => (
    <span key={term} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2">
      <span className="text-ink-2">{term}</span>
      <span className={cx('min-w-0 wrap-anywhere', value === '' && 'text-ink-2')}>
        <span className="whitespace-pre-line">{value || text.missing}</span>{' '}
        {compared && <Agreement compared={compared} />}
      </span>
    </span>
  ))
}
