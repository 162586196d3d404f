import { Link } from 'react-router'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/Field.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { WaitingQuestion } from '../transfers/WaitingQuestion.tsx'
import type { pauseOf } from './configuration-state.ts'
import { PERCENT_MAX, PERCENT_MIN } from './limits.ts'
import { text } from './text.ts'
import type { ConfigurationForm } from './useConfigurationForm.ts'

interface IntegrationCardProps {
  form: ConfigurationForm
  /** Is there something to switch on? */
  ready: boolean
  /** As saved: what waits is asked about only when the server knows that it is on. */
  switchedOn: boolean
  /** Why nothing is transferred although it is switched on. */
  pause: ReturnType<typeof pauseOf>
  /** The date as it is being typed, yyyy-mm-dd; '' while the integration has never been on. */
  startDate: string
  onStartDate: (date: string) => void
  dateError: string | null
}

/** The main switch. Locked with its reason until there is something to switch on; switching off always works. */
export function IntegrationCard({ form, ready, switchedOn, pause, startDate, onStartDate, dateError }: IntegrationCardProps) {
  const { isActive, autoCreateProducts } = form.values
  return (
    <Card
      id="integrasjon"
      title={text.integration}
      aside={
        <StatusChip tone={!isActive ? 'neutral' : pause ? 'wait' : 'ok'}>
          {!isActive ? text.webhookInactive : pause ? text.paused : text.webhookActive}
        </StatusChip>
      }
    >
      {isActive && pause && (
        <Banner
          tone="wait"
          className="mb-3"
          title={text.pausedWhy[pause]}
          action={
            <Button asChild size="sm">
              <Link to={pause === 'servicem8' ? '/configuration#servicem8' : '/configuration#fiken'}>
                {text.pausedStep[pause]}
              </Link>
            </Button>
          }
        >
          {text.pausedThen}
        </Banner>
      )}
      {switchedOn && <WaitingQuestion className="mb-3" />}
      <div className="-my-2 divide-y divide-line">
        <SwitchField
          label={text.isActive}
          hint={ready || isActive ? text.isActiveHint : text.notReady}
          checked={isActive}
          disabled={!ready && !isActive}
          onCheckedChange={(checked) => form.edit({ isActive: checked })}
        />
        {form.values.activatedAt !== null && (
          <TextField
            className="py-3"
            label={text.startDate}
            hint={text.startDateHint}
            error={dateError ?? undefined}
            type="date"
            required
            value={startDate}
            onChange={(event) => onStartDate(event.target.value)}
          />
        )}
        <SwitchField
          label={text.autoCreateShort}
          hint={text.autoCreateShortHint}
          checked={autoCreateProducts}
          onCheckedChange={(checked) => form.edit({ autoCreateProducts: checked })}
        />
      </div>
    </Card>
  )
}

interface MoreCardProps {
  form: ConfigurationForm
  /** The threshold as it is being typed. */
  threshold: string
  onThreshold: (text: string) => void
  error: string | null
}

/** Choices that most people never need. */
export function MoreCard({ form, threshold, onThreshold, error }: MoreCardProps) {
  const { enableFuzzyCustomerMatch, autoTransferOnSync } = form.values
  return (
    <Card id="flere-valg" title={text.more} intro={text.moreIntro}>
      <div className="-my-2 divide-y divide-line">
        <SwitchField
          label={text.autoTransferOnSync}
          hint={text.autoTransferOnSyncHint}
          checked={autoTransferOnSync}
          onCheckedChange={(checked) => form.edit({ autoTransferOnSync: checked })}
        />
        <SwitchField
          label={text.fuzzy}
          hint={text.fuzzyHint}
          checked={enableFuzzyCustomerMatch}
          onCheckedChange={(checked) => form.edit({ enableFuzzyCustomerMatch: checked })}
        />
        <TextField
          className="max-w-md py-3"
          label={text.threshold}
          hint={text.thresholdHint}
          error={error ?? undefined}
          type="number"
          inputMode="numeric"
          min={PERCENT_MIN}
          max={PERCENT_MAX}
          step={1}
          disabled={!enableFuzzyCustomerMatch}
          value={threshold}
          onChange={(event) => onThreshold(event.target.value)}
        />
      </div>
    </Card>
  )
}
