import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Act } from '#shared/access/roles'
import type { AnswerOf } from '#shared/contract'
import type { Configuration } from '#shared/contracts/configuration'
import type { readSystemStatus } from '#shared/contracts/overview'
import { ApiError, errorText } from '../../lib/api.ts'
import { LeaveQuestion } from '../../lib/LeaveQuestion.tsx'
import { useMay } from '../../lib/access/may.tsx'
import { missingTone } from '../../lib/missing-tone.ts'
import { loginPath } from '../../lib/next-path.ts'
import { useFirstAnswers } from '../../lib/query-client.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { AccessCard } from '../../ui/AccessCard.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ValuesOnly } from '../../ui/ValuesOnly.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useOwnSubscription } from '../billing/own/useOwnSubscription.ts'
import { useConnect } from '../connections/useConnect.ts'
import { ApiNotice } from './ApiNotice.tsx'
import { AttachmentCard } from './AttachmentCard.tsx'
import {
  hasCompany,
  pauseOf,
  startDateError,
  startDateOf,
  startInstant,
  thresholdError,
} from './configuration-state.ts'
import { FikenCard } from './FikenCard.tsx'
import { IntegrationCard } from './IntegrationCard.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { PartLinks } from './PartLinks.tsx'
import { invalidText, partOf, unsavedText, type Part } from './parts-state.ts'
import { PaymentCard } from './PaymentCard.tsx'
import { useConfiguration, useSystemStatus } from './queries.ts'
import { SaveBar } from './SaveBar.tsx'
import { Servicem8Card } from './Servicem8Card.tsx'
import { text } from './text.ts'
import { useConfigurationForm } from './useConfigurationForm.ts'
import { useVatForm } from './vat/useVatForm.ts'
import { VatCard } from './vat/VatCard.tsx'

// Loaded after the first screen, which is another part, except for a link that leads to it.
const loadAdvanced = () =>
  import('./advanced/AdvancedPart.tsx').then((part) => ({ default: part.AdvancedPart }))
const AdvancedPart = lazy(loadAdvanced)
const KeepEdit = lazy(() => import('../kept-edits/KeepEdit.tsx'))

/** What each part saves for those who may not change the other settings. */
const OWN_ACTS = {
  tilkoblinger: 'bank_account',
  faktura: 'vat',
  avansert: 'configuration',
} as const satisfies Record<Part, Act>

export function ConfigurationPage() {
  const configuration = useConfiguration()
  const { data, error, refetch } = configuration
  const status = useSystemStatus()
  const subscription = useOwnSubscription()
  const { hash } = useLocation()
  // Waits until the connections are known, so that «Frakoblet» is not shown by mistake.
  const ready = useFirstAnswers([configuration, status], [subscription])
  if (error instanceof ApiError && error.status === 401) {
    return (
      <AccessCard
        title={text.accessTitle}
        why={text.accessWhy}
        action={
          <Button asChild tone="primary">
            <Link to={loginPath(`/configuration${hash}`)}>{text.login}</Link>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <PageHeader title={text.title} />
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

interface SettingsProps {
  saved: Configuration
  system: AnswerOf<typeof readSystemStatus>
}

/** The settings in three parts, of which the address shows one. Edits outlive the look at another. */
function Settings({ saved, system }: SettingsProps) {
  const { hash } = useLocation()
  const part = partOf(hash)
  useHashTarget(part !== 'avansert')
  useEffect(() => void loadAdvanced().catch(() => undefined), [])
  const form = useConfigurationForm(saved)
  const connect = useConnect()
  const may = useMay()
  const [typed, setTyped] = useState<string | null>(null)
  const [typedDate, setTypedDate] = useState<string | null>(null)
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
  const wrongIn: Part[] = [
    ...(dateWrong === null ? [] : (['tilkoblinger'] as const)),
    ...(vat.invalid ? (['faktura'] as const) : []),
    ...(thresholdWrong === null ? [] : (['avansert'] as const)),
  ]
  const invalid = wrongIn.length > 0
  const needsSaving = form.needsSaving || invalid || vat.unsaved
  const saveAll = async () => {
    // Each save keeps its typed values and shows its own error; success is shown once for both.
    const table = vat.unsaved && vat.save().catch(() => undefined)
    if (form.state === 'unsaved' || !vat.unsaved) await form.saveNow({ quiet: vat.unsaved })
    await table
    setTyped((now) => (now === typed ? null : now))
    setTypedDate((now) => (now === typedDate ? null : now))
  }
  const goTo = useGoToInvalid(part)
  // Everybody who can change nothing in the part sees values, and no button.
  const saves = may('configuration') || may(OWN_ACTS[part])
  const end = (waitsForButton: boolean) =>
    saves && (
      <SaveBar
        state={
          form.state === 'saving' || vat.saving
            ? 'saving'
            : needsSaving
              ? 'unsaved'
              : // Saves itself within a second.
                form.state === 'unsaved'
                ? 'saving'
                : 'saved'
        }
        unsaved={
          invalid
            ? invalidText(part, wrongIn)
            : unsavedText(part, { edited: form.edited, others: vat.unsaved ? ['faktura'] : [] })
        }
        how={waitsForButton ? text.how[part] : text.howNone}
        onSave={() => (invalid ? goTo(wrongIn.includes(part) ? part : wrongIn[0]) : void saveAll())}
      />
    )
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
      {saved.activatedAt === null && saves && (
        <Button asChild className="justify-self-start">
          <Link to="/">{text.backToSetup}</Link>
        </Button>
      )}
      <PartLinks shown={part} />
      <Suspense fallback={<SkeletonRows rows={4} />}>
        {part === 'tilkoblinger' && (
          <>
            <ApiNotice connected={servicem8 && fiken} />
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
                switchedOn={saved.isActive}
              />
            </div>
            <ValuesOnly when={!may('configuration')}>
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
            </ValuesOnly>
          </>
        )}
        {part === 'faktura' && (
          <>
            <ValuesOnly when={!may('configuration')}>
              <div className="grid items-start gap-4 xl:grid-cols-2">
                <InvoiceCard form={form} />
                <div className="grid gap-4">
                  <AttachmentCard
                    form={form}
                    saved={saved}
                    connected={servicem8}
                    connect={connect}
                  />
                  <PaymentCard form={form} saved={saved} connected={servicem8} connect={connect} />
                </div>
              </div>
            </ValuesOnly>
            <ValuesOnly when={!may('vat')}>
              <VatCard enabled={servicem8} form={vat} />
            </ValuesOnly>
          </>
        )}
        {part === 'avansert' ? (
          <AdvancedPart
            form={form}
            servicem8={servicem8}
            company={hasCompany(fiken, saved.fikenCompanySlug)}
            editsThreshold={
              thresholdWrong !== null || form.edited.includes('customerMatchThreshold')
            }
            enabled={form.values.enableFuzzyCustomerMatch}
            threshold={threshold}
            onThreshold={type}
            error={thresholdWrong}
            elsewhere={
              form.clashes.includes('customerMatchThreshold') ? saved.customerMatchThreshold : null
            }
            end={end}
          />
        ) : (
          end(
            part === 'faktura'
              ? servicem8 && may('vat')
              : form.values.activatedAt !== null && may('configuration'),
          )
        )}
      </Suspense>
      <LeaveQuestion when={needsSaving} saving={form.state !== 'saved'} flush={form.flush} />
    </div>
  )
}

/** Returns a function that moves the focus to the invalid field, in whichever part it is. */
function useGoToInvalid(shown: Part) {
  const navigate = useNavigate()
  const going = useRef<Part | null>(null)
  const focus = () => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus()
  useEffect(() => {
    if (going.current !== shown) return
    going.current = null
    focus()
  }, [shown])
  return (part: Part | undefined) => {
    if (part === undefined || part === shown) return focus()
    going.current = part
    void navigate({ hash: part })
  }
}
