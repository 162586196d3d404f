import { lazy, Suspense, useState } from 'react'
import { Navigate } from 'react-router'
import { formatDateTime } from '#shared/dates'
import { OWN_EXPORT_PATH } from '#shared/contracts/profile'
import type { SessionUser } from '#shared/contracts/auth'
import { May, useMay } from '../../lib/access/may.tsx'
import { askFor } from '../../lib/company/ask-for.ts'
import { rememberUser, useSession } from '../../lib/session.ts'
import { Card } from '../../ui/Card.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { OwnSubscriptionCard } from '../billing/own/OwnSubscriptionCard.tsx'
import { DataDownload } from './DataDownload.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { MailCard } from './MailCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { text } from './text.ts'
import { useDataExport } from './useDataExport.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { sendConfirmation } from '#shared/contracts/account/confirmed-address'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast-store.ts'

const Members = lazy(async () => ({
  default: (await import('./members/Members.tsx')).Members,
}))

const GrantsCard = lazy(() => import('./grants/GrantsCard.tsx'))

export function ProfilePage() {
  const session = useSession()
  if (session.state !== 'user') return <p role="status">{text.loading}</p>
  return <Profile user={session.user} />
}

function Profile({ user }: { user: SessionUser }) {
  const dataExport = useDataExport()
  const [deleted, setDeleted] = useState(false)
  // Replaces the form, which would otherwise warn about unsaved changes.
  if (deleted) return <Navigate to="/auth" replace />
  return (
    <>
      <PageHeader title={text.title} subtitle={text.subtitle} />
      <div className="grid max-w-3xl gap-4">
        <Card title={text.details}>
          <ProfileForm user={user} />
          <div className="mt-4">
            <AddressState user={user} />
          </div>
        </Card>
        {user.company && (
          <Card id="tilgang" title={text.access} intro={text.accessIntro} flush>
            <Suspense fallback={<MembersPlace />}>
              <Members user={user} company={user.company} />
            </Suspense>
          </Card>
        )}
        <May act="subscription">
          <OwnSubscriptionCard />
        </May>
        <Card title={text.password} intro={text.passwordIntro}>
          <PasswordCard />
        </Card>
        <SecondFactorCard />
        <SessionsCard />
        {user.company && <MailCard />}
        {user.companies.some(({ role }) => role === 'owner') && (
          <Card title={text.companies} intro={text.companiesIntro}>
            <Button onClick={() => askFor('new-company')}>{text.addCompany}</Button>
          </Card>
        )}
        <Card title={text.account}>
          <AccountFacts user={user} />
        </Card>
        <Card title={text.ownData} intro={text.ownDataIntro}>
          <Button asChild>
            <a href={OWN_EXPORT_PATH} download>
              {text.downloadOwn}
            </a>
          </Button>
        </Card>
        <May act="company_export">
          <Card title={text.data} intro={text.dataIntro}>
            <DataDownload view={dataExport} />
          </Card>
        </May>
        {/* The owner of one company has "Logg ut av Fiken", which is the same. */}
        {user.companies.some(({ role }) => role !== 'owner' || user.companies.length > 1) && (
          <Suspense>
            <GrantsCard />
          </Suspense>
        )}
        <Card title={text.danger}>
          <DeleteAccount user={user} dataExport={dataExport} onDeleted={() => setDeleted(true)} />
        </Card>
      </div>
    </>
  )
}

/** As high as the members of most companies, who are one, with the forms of an owner. */
function MembersPlace() {
  const mayManage = useMay()('members')
  return (
    <p role="status" className={cx('px-4 py-3 sm:px-5', mayManage ? 'h-126 sm:h-83' : 'h-25')}>
      <span className="sr-only">{text.accessLoading}</span>
    </p>
  )
}

function AccountFacts({ user }: { user: SessionUser }) {
  const facts = [
    [text.userId, user.id],
    [text.username, user.username],
    [text.created, dateOr(user.createdAt)],
    [text.updated, dateOr(user.updatedAt)],
  ] as const
  return <Facts facts={facts} />
}

function dateOr(instant: string): string {
  return Number.isNaN(Date.parse(instant)) ? text.missing : formatDateTime(instant)
}

/**
 * Shows whether the address is confirmed, and which address gets e-mails with customer data until
 * then.
 */
function AddressState({ user }: { user: SessionUser }) {
  const { email, confirmedEmail } = user
  const send = useMutation({
    mutationFn: () => call(sendConfirmation, {}),
    onSuccess: ({ message }) => {
      // Removes the confirmation banner from other screens.
      rememberUser({ ...user, asksToConfirm: false })
      toast({ title: text.linkSent, description: message })
    },
    onError: (error) => toastFailure(text.linkNotSent, error, text.tryLater),
  })
  if (confirmedEmail === email)
    return (
      <p className="flex items-center gap-2 text-sm text-ink-2">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" /> {text.addressConfirmed}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
      <p className="flex min-w-[min(16rem,100%)] flex-1 items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-wait" />
        {confirmedEmail ? text.addressWaits(confirmedEmail) : text.addressUnconfirmed}
      </p>
      <Button size="sm" pending={send.isPending} onClick={() => send.mutate()}>
        {text.sendLink}
      </Button>
    </div>
  )
}
