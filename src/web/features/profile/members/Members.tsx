import { useMutation, useQuery } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { MEMBER_ROLES, type MemberRole } from '#shared/access/invitation'
import { ROLE_MEANS, ROLE_NAMES } from '#shared/access/role-names'
import {
  changeRole,
  leaveCompany,
  listMembers,
  removeMember,
  withdrawInvitation,
  type Member,
  type OpenInvitation,
} from '#shared/contracts/account/members'
import type { SessionUser } from '#shared/contracts/auth'
import { formatDate } from '#shared/dates'
import { useMay } from '../../../lib/access/may.tsx'
import { call, errorText } from '../../../lib/api.ts'
import { forgetCompany } from '../../../lib/company/several-companies.ts'
import { refresh } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { useHashTarget } from '../../../lib/useHashTarget.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { ErrorLine } from '../../../ui/ErrorLine.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { HandOver } from './HandOver.tsx'
import { InviteForm } from './InviteForm.tsx'
import { text } from './text.ts'

type Company = NonNullable<SessionUser['company']>

const readAgain = () => refresh('members')

/**
 * Who may act for the company, which its owner changes here. Until the others are known, the user
 * stands there alone, as in most companies.
 */
export function Members({ user, company }: { user: SessionUser; company: Company }) {
  const { data, error, refetch } = useQuery({
    ...reading(listMembers, {}),
    refetchOnMount: 'always',
  })
  useHashTarget(data !== undefined)
  const mayManage = useMay()('members')
  const members = data?.members ?? [asMember(user, company)]
  return (
    <>
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isYou={member.id === user.id}
            mayManage={mayManage}
            company={company}
          />
        ))}
      </ul>
      {!data && error && (
        <ErrorLine
          className="border-t border-line px-4 py-3 sm:px-5"
          onRetry={() => void refetch()}
        >
          {`${text.unread}. ${errorText(error)}`}
        </ErrorLine>
      )}
      {data && data.invitations.length > 0 && <Invitations open={data.invitations} />}
      {mayManage && (
        <>
          <InviteForm />
          <HandOver members={members} />
        </>
      )}
    </>
  )
}

const asMember = ({ id, firstName, lastName, email }: SessionUser, { role }: Company): Member => ({
  id,
  name: [firstName, lastName].filter(Boolean).join(' ') || null,
  email,
  role,
})

interface RowProps {
  member: Member
  isYou: boolean
  mayManage: boolean
  company: Company
}

function MemberRow({ member, isYou, mayManage, company }: RowProps) {
  const { name, email, role } = member
  const who = name ?? email
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-[min(16rem,100%)] flex-1">
        <p className="font-semibold wrap-anywhere">
          {who}
          {isYou && <span className="font-normal text-ink-2"> ({text.you})</span>}
        </p>
        {name && <p className="text-sm wrap-anywhere text-ink-2">{email}</p>}
        <p className="text-sm text-ink-2">{ROLE_MEANS[role]}</p>
      </div>
      {mayManage && role !== 'owner' ? (
        <Managed member={member} role={role} who={who} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Badge>{ROLE_NAMES[role]}</Badge>
          {isYou && role !== 'owner' && <Leave companyId={company.id} />}
        </div>
      )}
    </li>
  )
}

function Managed({ member, role, who }: { member: Member; role: MemberRole; who: string }) {
  const params = { id: member.id }
  const [asking, setAsking] = useState(false)
  const change = useMutation({
    mutationFn: (next: MemberRole) => call(changeRole, { params, body: { role: next } }),
    onSuccess: () => toast({ title: text.roleChanged }),
    onError: (error) => toastFailure(text.roleNotChanged, error),
    onSettled: readAgain,
  })
  const remove = useMutation({
    mutationFn: () => call(removeMember, { params }),
    onSuccess: () => toast({ title: text.removed }),
    onError: (error) => toastFailure(text.notRemoved, error),
    onSettled: readAgain,
  })
  return (
    <div className="flex items-center gap-2">
      <SelectField
        label={text.roleOf(who)}
        hideLabel
        value={change.isPending ? change.variables : role}
        onChange={({ target }) => {
          const next = MEMBER_ROLES.find((each) => each === target.value)
          if (next && next !== role) change.mutate(next)
        }}
        options={ROLE_OPTIONS}
      />
      <IconButton
        label={text.remove(who)}
        icon={<UserMinus aria-hidden className="size-4" />}
        pending={remove.isPending}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        {...text.confirmRemove}
        description={text.removeMeans(who)}
        onConfirm={() => remove.mutate()}
      />
    </div>
  )
}

const ROLE_OPTIONS = MEMBER_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))

function Leave({ companyId }: { companyId: string }) {
  const [asking, setAsking] = useState(false)
  const leave = useMutation({
    mutationFn: () => call(leaveCompany, { params: { id: companyId } }),
    // A new page, which begins with another company or with none.
    onSuccess: () => {
      forgetCompany()
      window.location.assign('/')
    },
    onError: (error) => toastFailure(text.notLeft, error),
  })
  return (
    <>
      <Button size="sm" pending={leave.isPending} onClick={() => setAsking(true)}>
        {text.leave}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        {...text.confirmLeave}
        onConfirm={() => leave.mutate()}
      />
    </>
  )
}

function Invitations({ open }: { open: readonly OpenInvitation[] }) {
  return (
    <div className="border-t border-line pt-3">
      <h3 className="px-4 text-sm font-semibold sm:px-5">{text.invitations}</h3>
      <ul className="divide-y divide-line">
        {open.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </div>
  )
}

function InvitationRow({
  invitation: { id, email, role, expiresAt },
}: {
  invitation: OpenInvitation
}) {
  const withdraw = useMutation({
    mutationFn: () => call(withdrawInvitation, { params: { id } }),
    onSuccess: () => toast({ title: text.withdrawn }),
    onError: (error) => toastFailure(text.notWithdrawn, error),
    onSettled: readAgain,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <p className="wrap-anywhere">{email}</p>
        <p className="text-sm text-ink-2">
          {role === 'owner' ? text.takeOver : ROLE_NAMES[role]} ·{' '}
          {text.expires(formatDate(expiresAt))}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={text.withdrawOf(email)}
        pending={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        {text.withdraw}
      </Button>
    </li>
  )
}
