import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useHashTarget } from '../../../lib/useHashTarget.ts'
import { useHasUsed } from '../../../lib/session.ts'
import { MoreOptions } from '../../../ui/MoreOptions.tsx'
import { AccountRulesCard } from '../../account-rules/AccountRulesCard.tsx'
import type { ConfigurationForm } from '../useConfigurationForm.ts'
import { MatchingCard } from './MatchingCard.tsx'
import { ThresholdCard, type ThresholdCardProps } from './ThresholdCard.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'

export interface AdvancedPartProps extends ThresholdCardProps {
  form: ConfigurationForm
  servicem8: boolean
  /** True when Fiken is connected and the company chosen. */
  company: boolean
  /** True while the threshold has an unsaved or invalid value, which is never hidden. */
  editsThreshold: boolean
  /** Draws the part's end; the argument is true if something in the part waits for the button. */
  end: (waitsForButton: boolean) => ReactNode
}

/** The rarer settings. Those that the user has never used are behind one line. */
export function AdvancedPart({
  form,
  servicem8,
  company,
  editsThreshold,
  end,
  ...threshold
}: AdvancedPartProps) {
  const { hash, key } = useLocation()
  useHashTarget(true)
  const cards = [
    {
      place: 'kontoregler',
      shown: useHasUsed('account_rules'),
      card: <AccountRulesCard key="rules" enabled={company} />,
    },
    {
      place: 'webhooks',
      shown: useHasUsed('webhooks'),
      card: <WebhooksCard key="webhooks" connected={servicem8} />,
    },
    {
      place: 'likhet',
      shown: useHasUsed('matching') || editsThreshold,
      card: <ThresholdCard key="threshold" {...threshold} />,
    },
  ]
  const [open, setOpen] = useState(false)
  const [followed, setFollowed] = useState('')
  // A link to a hidden card shows all of them, also when the same link is followed again.
  if (followed !== key) {
    setFollowed(key)
    if (cards.some(({ place, shown }) => !shown && hash === `#${place}`)) setOpen(true)
  }
  // While the line is open, a card that is used for the first time stays where it is.
  const [shownBefore] = useState(() => cards.map(({ shown }) => shown))
  const isShown = cards.map(({ shown }, at) => (open ? shownBefore[at] : shown))
  const hidden = cards.filter((_, at) => !isShown[at])
  return (
    <>
      <MatchingCard form={form} />
      {cards.filter((_, at) => isShown[at]).map(({ card }) => card)}
      {hidden.length > 0 && (
        <>
          <MoreOptions open={open} onOpenChange={setOpen}>
            <div className="grid gap-4">{hidden.map(({ card }) => card)}</div>
          </MoreOptions>
        </>
      )}
      {end(threshold.enabled && (open || isShown[2] === true))}
    </>
  )
}
