import type { ReactNode } from 'react'
import { useMay } from '../../../lib/access/may.tsx'
import { useHashTarget } from '../../../lib/useHashTarget.ts'
import { useHasUsed } from '../../../lib/session.ts'
import { useMoreOptions } from '../../../lib/useMoreOptions.ts'
import { ValuesOnly } from '../../../ui/ValuesOnly.tsx'
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

const THRESHOLD_PLACE = 'likhet'

/** The rarer settings. Those that the user has never used are behind one line. */
export function AdvancedPart({
  form,
  servicem8,
  company,
  editsThreshold,
  end,
  ...threshold
}: AdvancedPartProps) {
  useHashTarget(true)
  const may = useMay()
  const { shown, hidden, line } = useMoreOptions([
    {
      place: 'kontoregler',
      isUsed: useHasUsed('account_rules'),
      card: <AccountRulesCard key="rules" enabled={company} />,
    },
    {
      place: 'webhooks',
      isUsed: useHasUsed('webhooks'),
      card: <WebhooksCard key="webhooks" connected={servicem8} />,
    },
    {
      place: THRESHOLD_PLACE,
      isUsed: useHasUsed('matching') || editsThreshold,
      card: (
        <ValuesOnly key="threshold" when={!may('configuration')}>
          <ThresholdCard {...threshold} />
        </ValuesOnly>
      ),
    },
  ])
  const showsThreshold = line.open || shown.some(({ place }) => place === THRESHOLD_PLACE)
  return (
    <>
      <ValuesOnly when={!may('configuration')}>
        <MatchingCard form={form} />
      </ValuesOnly>
      {shown.map(({ card }) => card)}
      {hidden.length > 0 && (
        <MoreOptions {...line}>
          <div className="grid gap-4">{hidden.map(({ card }) => card)}</div>
        </MoreOptions>
      )}
      {end(threshold.enabled && showsThreshold)}
    </>
  )
}
