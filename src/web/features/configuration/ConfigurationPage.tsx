import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#shared/contract'
import type { Configuration } from '#shared/contracts/configuration'
import type { readSystemStatus } from '#shared/contracts/overview'
import { ApiError, errorText } from '../../lib/api.ts'
import { missingTone } from '../../lib/missing-tone.ts'
import { loginPath } from '../../lib/next-path.ts'
import { useFirstAnswers } from '../../lib/query-client.ts'
import { AccessCard } from '../../ui/AccessCard.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { AccountRulesCard } from '../account-rules/AccountRulesCard.tsx'
import { useOwnSubscription } from '../billing/own/useOwnSubscription.ts'
import {
  hasCompany,
  pauseOf,
  startDateError,
  startDateOf,
  startInstant,
  thresholdError,
} from './configuration-state.ts'
import { AttachmentCard } from './AttachmentCard.tsx'
import { FikenCard } from './FikenCard.tsx'
import { IntegrationCard, MoreCard } from './IntegrationCard.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { useConfiguration, useSystemStatus } from './queries.ts'
import { LeaveQuestion } from '../../lib/LeaveQuestion.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { SaveBar } from './SaveBar.tsx'
import { Servicem8Card } from './Servicem8Card.tsx'
import { text } from './text.ts'
import { useConfigurationForm } from './useConfigurationForm.ts'
import { useConnect } from '../connections/useConnect.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { useVatForm } from './vat/useVatForm.ts'
import { VatCard } from './vat/VatCard.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'

const KeepEdit = lazy(() => import('../kept-edits/KeepEdit.tsx'))

export function ConfigurationPage() {
  const configuration = useConfiguration()
  const { data, error, refetch } = configuration
  const status = useSystemStatus()
  const subscription = useOwnSubscription()
  // Waits until the connections are known, so that «Frakoblet» is not shown by mistake.
  const ready = useFirstAnswers([configuration, status], [subscription])
  if (error instanceof ApiError && error.status === 401) {
    return (
      <AccessCard
        title={text.accessTitle}
        why={text.accessWhy}
        action={
          <Button asChild tone="primary">
            <Link to={loginPath('/configuration')}>{text.login}</Link>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <PageHeader title={text.title} subtitle={text.subtitle} />
      {data && status.data && ready ? (
        <Settings saved={data} system={status.data} />
      ) : (error && !data) || (status.error && !status.data) ? (
        <ErrorState
          title={data ? text.statusUnknown : text.loadError}
          why={errorText(error ?? status.error)}
          onRetry={() => {
            void refetch()
            void status.refetch()
          }}
        />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  )
}

function Settings({
  saved,
  system,
}: {
  saved: Configuration
  system: AnswerOf<typeof readSystemStatus>
}) {
  const form = useConfigurationForm(saved)
  const connect = useConnect()
  const [typed, setTyped] = useState<string | null>(null)
  const [typedDate, setTypedDate] = useState<string | null>(null)
  // Renders the cards below the first screen later, so that phones show the first ones sooner.
  const below = useDeferredValue(true, false)
  useHashTarget(below)
  const { servicem8Connected: servicem8, fikenConnected: fiken } = system
  const missing = missingTone(system)
  const vat = useVatForm(servicem8)
  const threshold = typed ?? String(form.values.customerMatchThreshold)
  const thresholdWrong = typed === null ? null : thresholdError(typed)
  const type = (value: string) => {
    setTyped(value)
    if (thresholdError(value) === null) form.edit({ customerMatchThreshold: Number(value) })
  }
  const startDate = typedDate ?? startDateOf(form.values.activatedAt)
  const dateWrong = typedDate === null ? null : startDateError(typedDate)
  const typeDate = (date: string) => {
    setTypedDate(date)
    if (startDateError(date) === null)
      form.edit({ activatedAt: startInstant(saved.activatedAt, date) })
  }
  const invalid = thresholdWrong !== null || dateWrong !== null || vat.invalid
  const saveAll = async () => {
    // Each save keeps its typed values and shows its own error; success is shown once for both.
    const table = vat.unsaved && vat.save().catch(() => undefined)
    if (form.state === 'unsaved' || !vat.unsaved) await form.saveNow({ quiet: vat.unsaved })
    await table
    setTyped((now) => (now === typed ? null : now))
    setTypedDate((now) => (now === typedDate ? null : now))
  }
  return (
    <div className="grid gap-4">
      <Suspense>
        <KeepEdit
          name="configuration"
          edit={form.kept}
          onRestore={(kept) => form.restore(kept as NonNullable<typeof form.kept>)}
        />
        <KeepEdit
          name="vat"
          edit={vat.kept}
          onRestore={(kept) => vat.restore(kept as NonNullable<typeof vat.kept>)}
        />
      </Suspense>
      {saved.activatedAt === null && (
        <Button asChild className="justify-self-start">
          <Link to="/">{text.backToSetup}</Link>
        </Button>
      )}
      <Banner tone="info" title={text.requirements}>
        <ul className="list-disc pl-4">
          <li>{text.requirementsServicem8}</li>
          <li>{text.requirementsFiken}</li>
          <li>{text.requirementsPrice}</li>
        </ul>
      </Banner>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Servicem8Card
          form={form}
          connect={connect}
          status={system.servicem8Status}
          missing={missing}
          account={system.servicem8Account}
        />
        <FikenCard
          form={form}
          connect={connect}
          status={system.fikenStatus}
          missing={missing}
          account={system.fikenAccount}
          step={servicem8 ? 'primary' : 'secondary'}
          savedSlug={saved.fikenCompanySlug}
        />
        <InvoiceCard form={form} />
        <IntegrationCard
          form={form}
          ready={servicem8 && hasCompany(fiken, form.values.fikenCompanySlug)}
          switchedOn={saved.isActive}
          pause={pauseOf(saved, { servicem8, fiken })}
          startDate={startDate}
          onStartDate={typeDate}
          dateError={dateWrong}
          dateElsewhere={
            form.clashes.includes('activatedAt') ? startDateOf(saved.activatedAt) : null
          }
        />
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <AttachmentCard form={form} saved={saved} connected={servicem8} connect={connect} />
        <PaymentCard form={form} saved={saved} connected={servicem8} connect={connect} />
      </div>
      {below && (
        <>
          <VatCard enabled={servicem8} form={vat} />
          <AccountRulesCard enabled={hasCompany(fiken, saved.fikenCompanySlug)} />
          <MoreCard
            form={form}
            threshold={threshold}
            onThreshold={type}
            error={thresholdWrong}
            elsewhere={
              form.clashes.includes('customerMatchThreshold') ? saved.customerMatchThreshold : null
            }
          />
          <WebhooksCard connected={servicem8} />
        </>
      )}
      <LeaveQuestion
        when={form.needsSaving || invalid || vat.unsaved}
        saving={form.state !== 'saved'}
        flush={form.flush}
      />
      <SaveBar
        state={
          form.state === 'saving' || vat.saving
            ? 'saving'
            : form.state === 'unsaved' || invalid || vat.unsaved
              ? 'unsaved'
              : 'saved'
        }
        invalid={invalid}
        onSave={() => void saveAll()}
      />
    </div>
  )
}
