import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#shared/dates'
import { May, useMay } from '../../lib/access/may.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/Field.tsx'
import { ShownValue, ValuesOnly } from '../../ui/ValuesOnly.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { PriceLine } from '../billing/own/PriceLine.tsx'
import type { pauseOf } from './configuration-state.ts'
import { text } from './text.ts'
import type { ConfigurationForm } from './useConfigurationForm.ts'

// Loaded on demand, because the dialog is needed only the first time.
const ActivationDialog = lazy(() =>
  import('./jobs/ActivationDialog.tsx').then((part) => ({ default: part.ActivationDialog })),
)

// On demand too, because it would bring everything about jobs along.
const WaitingQuestion = lazy(() =>
  import('../transfers/cause/WaitingQuestion.tsx').then((part) => ({
    default: part.WaitingQuestion,
  })),
)

interface IntegrationCardProps {
  form: ConfigurationForm
  ready: boolean
  /** True once "on" is saved; the user is then asked about waiting jobs. */
  switchedOn: boolean
  /** The reason why nothing is transferred although the integration is on; null otherwise. */
  pause: ReturnType<typeof pauseOf>
  startDate: string
  onStartDate: (date: string) => void
  dateError: string | null
  /** The start date that another window has saved during editing; null otherwise. */
  dateElsewhere: string | null
}

/** A card with the integration's switch, which can be turned on when both systems are ready. */
export function IntegrationCard({
  form,
  ready,
  switchedOn,
  pause,
  startDate,
  onStartDate,
  dateError,
  dateElsewhere,
}: IntegrationCardProps) {
  const { isActive, autoCreateProducts, activatedAt, jobFetchType } = form.values
  const may = useMay()
  const [asking, setAsking] = useState(false)
  // Switching it on the first time starts the subscription, which is the owner's decision.
  const turns = may(activatedAt === null ? 'first_activation' : 'configuration')
  const turn = (on: boolean) => {
    // The first time, the user chooses which jobs are transferred.
    if (on && activatedAt === null) setAsking(true)
    else form.edit({ isActive: on })
  }
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
              <Link
                to={pause === 'servicem8' ? '/configuration#servicem8' : '/configuration#fiken'}
              >
                {text.pausedStep[pause]}
              </Link>
            </Button>
          }
        >
          {text.pausedThen}
        </Banner>
      )}
      <Suspense>
        {switchedOn && <WaitingQuestion quiet={pause !== null} className="mb-3" />}
      </Suspense>
      <div className="-my-2 divide-y divide-line">
        <div>
          <ValuesOnly when={!turns}>
            <SwitchField
              label={text.isActive}
              hint={ready || isActive ? undefined : text.notReady}
              checked={isActive}
              disabled={!ready && !isActive}
              onCheckedChange={turn}
            />
          </ValuesOnly>
          {activatedAt === null && (
            <div className="pb-3 empty:hidden">
              <May act="first_activation" asks />
            </div>
          )}
          <May act="subscription">
            <PriceLine />
          </May>
        </div>
        <SwitchField
          label={text.autoCreateShort}
          hint={text.autoCreateShortHint}
          checked={autoCreateProducts}
          onCheckedChange={(checked) => form.edit({ autoCreateProducts: checked })}
        />
        {activatedAt !== null && !may('configuration') && (
          <ShownValue className="py-3" label={text.startDate} value={formatDate(startDate)} />
        )}
        {activatedAt !== null && may('configuration') && (
          <TextField
            className="py-3"
            label={text.startDate}
            hint={
              dateElsewhere ? text.savedElsewhere(formatDate(dateElsewhere)) : text.startDateHint
            }
            error={dateError ?? undefined}
            type="date"
            required
            value={startDate}
            onChange={(event) => onStartDate(event.target.value)}
          />
        )}
      </div>
      {asking && (
        <Suspense>
          <ActivationDialog
            saved={jobFetchType}
            onClose={() => setAsking(false)}
            onActivate={(jobs) => {
              setAsking(false)
              form.edit({ isActive: true, jobFetchType: jobs })
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}
