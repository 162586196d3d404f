import { useState } from 'react'
import type { BillingStatus, SubscriptionSettings } from '#shared/contracts/billing'
import { errorText } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { BillsCard } from './BillsCard.tsx'
import { useOwnConnection, useRun, useSettings, useStatus, useTest } from './queries.ts'
import { keptSettings, SettingsDialog } from './SettingsDialog.tsx'
import { SubscriptionsCard } from './SubscriptionsCard.tsx'
import { TestDialog } from './TestDialog.tsx'
import { text } from './text.ts'

export function BillingCards() {
  const settings = useSettings()
  const status = useStatus()
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {settings.data ? (
          <SettingsCard settings={settings.data} />
        ) : (
          <Placeholder title={text.subscriptions} query={settings} />
        )}
        {status.data ? (
          <RunCard status={status.data} />
        ) : (
          <Placeholder title={text.monthly} query={status} />
        )}
      </div>
      {/* The months are part of the run's status; if reading the status failed, its own card
          shows the error. */}
      {!status.isLoadingError && (
        <BillsCard months={status.data?.months} isUnderWay={status.data?.isUnderWay ?? false} />
      )}
      <SubscriptionsCard />
    </div>
  )
}

function Placeholder({
  title,
  query: { error, refetch, isFetching },
}: {
  title: string
  query: { error: unknown; refetch: () => unknown; isFetching: boolean }
}) {
  return (
    <Card title={title} flush>
      {error ? (
        <ErrorState
          title={text.loadFailed}
          why={errorText(error)}
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={5} label={text.loading} />
      )}
    </Card>
  )
}

function SettingsCard({ settings }: { settings: SubscriptionSettings }) {
  const [configuring, setConfiguring] = useState(() => keptSettings() !== null)
  const { sender } = settings
  return (
    <Card
      title={text.subscriptions}
      intro={text.subscriptionsIntro}
      aside={
        <StatusChip tone={settings.billingEnabled ? 'ok' : 'neutral'}>
          {settings.billingEnabled ? text.enabled : text.disabled}
        </StatusChip>
      }
    >
      <Facts
        facts={[
          [text.price, text.priceText(settings.monthlyPrice)],
          [text.product, settings.productName],
          [text.company, settings.companyName ?? settings.adminFikenCompanySlug ?? text.noCompany],
          [
            text.sender,
            sender === null ? (
              text.noSender
            ) : (
              <>
                {sender.name}
                {!sender.connected && (
                  <span className="mt-1 block">
                    <StatusChip tone="bad">{text.senderDead}</StatusChip>
                  </span>
                )}
              </>
            ),
          ],
        ]}
      />
      <Button tone="primary" className="mt-4" onClick={() => setConfiguring(true)}>
        {text.configure}
      </Button>
      {configuring && <SettingsDialog settings={settings} onClose={() => setConfiguring(false)} />}
    </Card>
  )
}

function RunCard({ status }: { status: BillingStatus }) {
  const { isRunning, nextMonthlyRun } = status.cronStatus.monthlyBilling
  const run = useRun()
  const test = useTest()
  const connection = useOwnConnection()
  const [asking, setAsking] = useState<'run' | 'connection' | null>(null)
  const close = () => setAsking(null)
  return (
    <Card
      title={text.monthly}
      intro={text.monthlyIntro}
      aside={
        <StatusChip tone={isRunning ? 'ok' : 'neutral'}>
          {isRunning ? text.active : text.stopped}
        </StatusChip>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {status.waitsFor && <Banner tone="wait" title={status.waitsFor} />}
        {!isRunning && <Banner tone="info" title={text.disabledWhy} />}
        <Facts
          facts={[
            [text.automatic, isRunning ? text.active : text.stopped],
            [text.nextRun, nextMonthlyRun === null ? text.noRun : text.at(nextMonthlyRun)],
          ]}
        />
        <p className="text-sm text-ink-2">{text.sentFromFiken}</p>
        <p role="status" className="flex flex-wrap gap-2 empty:hidden">
          {status.queued > 0 && (
            <StatusChip tone="wait" busy={status.waitsFor === null}>
              {text.underWay(status.queued)}
            </StatusChip>
          )}
          {status.failed > 0 && <StatusChip tone="bad">{text.failed(status.failed)}</StatusChip>}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button disabled={!isRunning} pending={run.isPending} onClick={() => setAsking('run')}>
            {text.run}
          </Button>
          <Button pending={test.isPending} onClick={() => test.mutate()}>
            {text.test}
          </Button>
          <Button pending={connection.isPending} onClick={() => setAsking('connection')}>
            {text.useExisting}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking === 'run'}
        onOpenChange={close}
        tone="primary"
        {...text.runConfirm}
        onConfirm={() => run.mutate()}
      />
      <ConfirmDialog
        open={asking === 'connection'}
        onOpenChange={close}
        tone="primary"
        {...text.useConfirm}
        onConfirm={() => connection.mutate()}
      />
      {test.data && <TestDialog results={test.data.testResults} onClose={() => test.reset()} />}
    </Card>
  )
}
