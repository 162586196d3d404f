import { lazy, Suspense, useState } from 'react'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { ConnectionStatus } from '#shared/contracts/connections'
import { formatBankAccountNumber, formatOrganizationNumber } from '#shared/norwegian'
import { May, useMay } from '../../lib/access/may.tsx'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { SelectField, type Option } from '../../ui/Field.tsx'
import { ValuesOnly } from '../../ui/ValuesOnly.tsx'
import type { Tone } from '../../ui/StatusChip.tsx'
import { formerCompany, hasCompany } from './configuration-state.ts'
import { ConnectButton, ConnectHint } from '../connections/ConnectButton.tsx'
import { BUTTONS, ConnectionChip } from './ConnectionChip.tsx'
import {
  useBankAccounts,
  useCompanies,
  useConfirmCompany,
  useRevokeFiken,
  useTestFiken,
} from './queries.ts'
import { text } from './text.ts'
import type { ConfigurationForm } from './useConfigurationForm.ts'
import type { Connect } from '../connections/useConnect.ts'

// Loaded on demand, because most owners have nobody who could offer an access.
const FikenOffers = lazy(() => import('../connections/pairings/FikenOffers.tsx'))

interface FikenCardProps {
  form: ConfigurationForm
  connect: Connect
  status: ConnectionStatus
  /** The chip's colour while Fiken is not connected. */
  missing: Tone
  account: string | null | undefined
  step: 'primary' | 'secondary'
  savedSlug: string | null
  /** True once "on" is saved; without a company, everything is then paused. */
  switchedOn: boolean
}

export function FikenCard({
  form,
  connect,
  status,
  missing,
  account,
  step,
  savedSlug,
  switchedOn,
}: FikenCardProps) {
  const connected = status === 'connected'
  const may = useMay()
  const test = useTestFiken()
  const revoke = useRevokeFiken()
  const confirm = useConfirmCompany()
  const [confirming, setConfirming] = useState(false)
  const slug = form.values.fikenCompanySlug
  const companies = useCompanies(connected)
  const former = slug === savedSlug ? formerCompany(form.values, companies.data?.companies) : null
  const testable = hasCompany(connected, slug)
  const toChoose = savedSlug === null ? 'connect_fiken' : 'change_fiken_company'
  const mayChoose = may(toChoose)
  return (
    <Card
      id="fiken"
      title={VENDOR_NAMES.fiken}
      aside={<ConnectionChip status={status} missing={missing} />}
    >
      <div className="grid gap-4">
        {connected && account && <p className="text-sm font-semibold">{text.account(account)}</p>}
        {connected && (form.values.requiresCompanySelection || !slug) && (
          <Banner
            tone="wait"
            title={
              former?.gone
                ? text.companyGone(former.name)
                : mayChoose
                  ? text.companyRequired
                  : text.companyMissing
            }
            action={
              // Needed because a select fires no event when its current value is chosen again.
              former && !former.gone ? (
                <May act="renew_fiken" asks>
                  <Button
                    size="sm"
                    tone={step}
                    pending={confirm.isPending || companies.isLoading}
                    onClick={() => confirm.mutate()}
                  >
                    {text.companyKeep(former.name)}
                  </Button>
                </May>
              ) : (
                <May act={toChoose} asks />
              )
            }
          >
            {former?.gone
              ? text.companyGoneWhy
              : switchedOn
                ? text.companyRequiredWhy
                : mayChoose && text.companyFirstWhy}
          </Banner>
        )}
        <Suspense>
          {(!connected || !savedSlug) && may('change_fiken_company') && <FikenOffers />}
        </Suspense>
        <ConnectHint vendor="fiken" connect={connect} />
        <div className={BUTTONS}>
          {connected ? (
            <May act="disconnect">
              <Button pending={revoke.isPending} onClick={() => setConfirming(true)}>
                {text.logoutFiken}
              </Button>
            </May>
          ) : (
            <ConnectButton vendor="fiken" status={status} connect={connect} tone={step} />
          )}
          <May act="renew_fiken">
            <Button
              disabled={!testable}
              pending={test.isPending}
              onClick={() => slug && test.mutate(slug)}
            >
              {text.test}
            </Button>
          </May>
        </div>
        <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2 xl:grid-cols-1">
          <ValuesOnly when={!mayChoose}>
            <CompanySelect form={form} connected={connected} />
          </ValuesOnly>
          <ValuesOnly when={!may('bank_account')}>
            <BankSelect form={form} connected={connected} savedSlug={savedSlug} />
          </ValuesOnly>
        </div>
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={text.confirmLogout}
        description={switchedOn ? text.confirmLogoutWhy : text.confirmLogoutWhyOff}
        confirm={text.logoutFiken}
        onConfirm={() => revoke.mutate()}
      />
    </Card>
  )
}

function CompanySelect({ form, connected }: { form: ConfigurationForm; connected: boolean }) {
  const { data, error, isFetching, refetch } = useCompanies(connected)
  // An error from before the connection ended says nothing any more.
  const isError = connected && error !== null
  const { fikenCompanySlug: slug, fikenCompanyName: name } = form.values
  const options: Option[] = (data?.companies ?? []).map((company) => ({
    value: company.slug,
    label: [
      company.name,
      company.organizationNumber && formatOrganizationNumber(company.organizationNumber),
      !company.hasApiAccess && text.companyNoApi,
    ]
      .filter(Boolean)
      .join(' · '),
    disabled: !company.hasApiAccess,
  }))
  if (slug && !options.some((option) => option.value === slug)) {
    // Never shows the company's slug, which users do not recognise.
    const known = name ?? (isError ? text.companyFormer : text.companyUnread)
    options.unshift({ value: slug, label: data ? text.companyOutOfReach(known) : known })
  }
  return (
    <div className="grid content-start gap-2">
      <SelectField
        label={text.company}
        placeholder={isFetching && !data ? words.loading : text.companyPlaceholder}
        hint={
          connected ? (data?.companies.length === 0 ? text.companiesNone : undefined) : undefined
        }
        error={isError ? text.companiesFailed : undefined}
        disabled={!connected}
        options={options}
        value={slug ?? ''}
        onChange={(event) => form.edit({ fikenCompanySlug: event.target.value || null })}
      />
      {isError && <Again onClick={() => void refetch()} />}
    </div>
  )
}

function BankSelect({
  form,
  connected,
  savedSlug,
}: {
  form: ConfigurationForm
  connected: boolean
  savedSlug: string | null
}) {
  const enabled = hasCompany(connected, savedSlug) && form.values.fikenCompanySlug === savedSlug
  const { data, error, refetch } = useBankAccounts(savedSlug, enabled)
  const isError = enabled && error !== null
  const code = form.values.fikenBankAccountCode ?? ''
  const options: Option[] = (enabled ? (data?.bankAccounts ?? []) : []).map((account) => ({
    value: account.code,
    label: [
      account.name,
      account.bankAccountNumber && formatBankAccountNumber(account.bankAccountNumber),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  if (code && !options.some((option) => option.value === code))
    options.unshift({ value: code, label: isError ? text.bankUnknown : text.bankUnread })
  return (
    <div id="bankkonto" className="grid scroll-mt-20 content-start gap-2">
      <SelectField
        label={text.bankAccount}
        placeholder={text.bankDefault}
        hint={
          enabled
            ? data?.bankAccounts.length === 0
              ? text.banksNone
              : undefined
            : connected
              ? text.bankNeedsCompany
              : undefined
        }
        error={isError ? text.banksFailed : undefined}
        disabled={!enabled}
        options={options}
        value={code}
        onChange={(event) => form.edit({ fikenBankAccountCode: event.target.value })}
      />
      {isError && <Again onClick={() => void refetch()} />}
    </div>
  )
}

function Again({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" className="justify-self-start" onClick={onClick}>
      {words.tryAgain}
    </Button>
  )
}
