import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#shared/contract'
import type { Configuration } from '#shared/contracts/configuration'
import type { readSystemStatus } from '#shared/contracts/connections'
import { ApiError, errorText } from '../../lib/api.ts'
import { loginPath } from '../../lib/next-path.ts'
import { AccessCard } from '../../ui/AccessCard.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { hasCompany, pauseOf, startDateError, startDateOf, startInstant, thresholdError } from './configuration-state.ts'
import { FikenCard } from './FikenCard.tsx'
import { IntegrationCard, MoreCard } from './IntegrationCard.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { useConfiguration, useSystemStatus } from './queries.ts'
import { LeaveQuestion } from './LeaveQuestion.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { SaveBar } from './SaveBar.tsx'
import { Servicem8Card } from './Servicem8Card.tsx'
import { text } from './text.ts'
import { useConfigurationForm } from './useConfigurationForm.ts'
import { useConnect } from './useConnect.ts'
import { useHashTarget } from './useHashTarget.ts'
import { VatCard } from './VatCard.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'

/** /configuration: connect the two systems and decide how jobs become invoices. */
export function ConfigurationPage() {
  const { data, error, refetch } = useConfiguration()
  const status = useSystemStatus()
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
      <PageHeader
        title={text.title}
        subtitle={text.subtitle}
        actions={
          data?.activatedAt === null && (
            <Button asChild>
              <Link to="/">{text.backToSetup}</Link>
            </Button>
          )
        }
      />
      {/* Before it is known what is connected, «Frakoblet» would be a lie that frightens. */}
      {data && !status.isPending ? (
        <Settings saved={data} system={status.data} />
      ) : error && !data ? (
        <ErrorState
          title={text.loadError}
          why={errorText(error)}
          action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
        />
      ) : (
        <SkeletonRows rows={6} label={text.loading} />
      )}
    </>
  )
}

function Settings({ saved, system }: { saved: Configuration; system: AnswerOf<typeof readSystemStatus> | undefined }) {
  const form = useConfigurationForm(saved)
  const [vatUnsaved, setVatUnsaved] = useState(false)
  const connect = useConnect()
  const [typed, setTyped] = useState<string | null>(null)
  const [typedDate, setTypedDate] = useState<string | null>(null)
  useHashTarget(system !== undefined)
  const servicem8 = system?.servicem8Connected ?? false
  const fiken = system?.fikenConnected ?? false
  const threshold = typed ?? String(form.values.customerMatchThreshold)
  const invalid = typed === null ? null : thresholdError(typed)
  const type = (value: string) => {
    setTyped(value)
    if (thresholdError(value) === null) form.edit({ customerMatchThreshold: Number(value) })
  }
  const startDate = typedDate ?? startDateOf(form.values.activatedAt)
  const dateInvalid = typedDate === null ? null : startDateError(typedDate)
  const typeDate = (date: string) => {
    setTypedDate(date)
    if (startDateError(date) === null) form.edit({ activatedAt: startInstant(saved.activatedAt, date) })
  }
  return (
    <div className="grid gap-4">
      <Banner tone="info" title={text.requirements}>
        <ul className="list-disc pl-4">
          <li>{text.requirementsServicem8}</li>
          <li>{text.requirementsFiken}</li>
          <li>{text.requirementsPrice}</li>
        </ul>
      </Banner>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Servicem8Card form={form} connect={connect} connected={servicem8} account={system?.servicem8Account} />
        <FikenCard
          form={form}
          connect={connect}
          connected={fiken}
          account={system?.fikenAccount}
          savedSlug={saved.fikenCompanySlug}
        />
        <InvoiceCard form={form} />
        <IntegrationCard
          form={form}
          ready={servicem8 && hasCompany(fiken, form.values.fikenCompanySlug)}
          switchedOn={saved.isActive}
          pause={system ? pauseOf(saved, { servicem8, fiken }) : null}
          startDate={startDate}
          onStartDate={typeDate}
          dateError={dateInvalid}
        />
      </div>
      <PaymentCard form={form} saved={saved} connected={servicem8} connect={connect} />
      <VatCard enabled={servicem8} onUnsaved={setVatUnsaved} />
      <MoreCard form={form} threshold={threshold} onThreshold={type} error={invalid} />
      <WebhooksCard connected={servicem8} />
      <LeaveQuestion when={vatUnsaved} />
      <SaveBar form={form} disabled={invalid !== null || dateInvalid !== null} vatUnsaved={vatUnsaved} />
    </div>
  )
}
