import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { ROLE_MEANS, ROLE_NAMES } from '#shared/access/role-names'
import {
  acceptInvitation,
  readInvitation,
  registerByInvitation,
  type ShownInvitation,
} from '#shared/contracts/account/members'
import { confirmPassword, logout, type SessionUser } from '#shared/contracts/auth'
import { newMember, type NewMember } from '#shared/forms/members'
import { ApiError, call, errorText } from '../../lib/api.ts'
import { showCompany } from '../../lib/company/several-companies.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { validatedBy } from '../../lib/form.ts'
import { loginPath } from '../../lib/next-path.ts'
import { reading } from '../../lib/query-client.ts'
import { sayEnded, useSession } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { GuestCard } from './GuestCard.tsx'
import { invitationText as text } from './invitation-text.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Terms } from './Terms.tsx'

/** The page /invitasjon?token=…, which changes nothing before a button is pressed. */
export function InvitationPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const session = useSession()
  const user = session.state === 'user' ? session.user : null
  const read = reading(readInvitation, { query: { token } })
  const { data, error, isFetching, refetch } = useQuery({
    ...read,
    // The answer says whose the invitation is, which depends on who is logged in.
    queryKey: [...read.queryKey, user?.id ?? ''],
    enabled: token !== '' && session.state !== 'loading',
  })
  if (data) return <Shown invitation={data} token={token} user={user} />
  if (token === '' || (error instanceof ApiError && [400, 404, 410].includes(error.status)))
    return (
      <GuestCard title={text.invalid} intro={token === '' ? text.noToken : errorText(error)}>
        <Button asChild>
          <Link to={user ? '/' : '/auth'}>{user ? text.toDashboard : text.login}</Link>
        </Button>
      </GuestCard>
    )
  return (
    <GuestCard title={text.title}>
      <NotLoaded
        loading={text.loading}
        failed={text.unread}
        why={error && errorText(error)}
        pending={isFetching}
        onRetry={() => void refetch()}
        rows={2}
      />
    </GuestCard>
  )
}

interface ShownProps {
  invitation: ShownInvitation
  token: string
  user: SessionUser | null
}

function Shown({ invitation, token, user }: ShownProps) {
  const { companyName, invitedBy, role, email, isYours } = invitation
  const company = companyName ?? text.aCompany
  const isTakeover = role === 'owner'
  return (
    <GuestCard
      title={isTakeover ? text.takeOver(company) : text.titleOf(company)}
      intro={
        isTakeover
          ? `${text.wantsToHandOver(invitedBy)} ${text.takeOverMeans}`
          : `${text.invites(invitedBy, ROLE_NAMES[role])} ${ROLE_MEANS[role]}`
      }
    >
      {!user ? (
        <NewAccount token={token} email={email} isTakeover={isTakeover} />
      ) : isYours ? (
        <Accept token={token} user={user} isTakeover={isTakeover} />
      ) : (
        <OfAnother email={email} user={user} />
      )}
    </GuestCard>
  )
}

function NewAccount({
  token,
  email,
  isTakeover,
}: {
  token: string
  email: string
  isTakeover: boolean
}) {
  const form = useForm<NewMember>({
    resolver: validatedBy(newMember),
    defaultValues: { name: '', password: '' },
  })
  const { errors } = form.formState
  const register = useMutation({
    mutationFn: (values: NewMember) => call(registerByInvitation, { body: { ...values, token } }),
    // A new page, which begins with the only company of the new account.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => showFieldErrors(form, error),
  })
  const { error } = register
  const hasAccount = error instanceof ApiError && error.code === 'email_taken'
  const isAtField = error instanceof ApiError && error.answer['fields'] !== undefined
  const toLogin = (
    <Link to={loginPath(`/invitasjon?token=${encodeURIComponent(token)}`)}>{text.login}</Link>
  )
  return (
    <>
      <p>{text.isFor(email)}</p>
      {error && !isAtField && <Banner tone="bad" live title={errorText(error)} />}
      {hasAccount ? (
        <Button asChild tone="primary">
          {toLogin}
        </Button>
      ) : (
        <>
          <form
            noValidate
            className="grid gap-4"
            onSubmit={(event) => void form.handleSubmit((values) => register.mutate(values))(event)}
          >
            <TextField
              label={text.name}
              autoComplete="name"
              required
              error={errors.name?.message}
              {...form.register('name')}
            />
            <NewPasswordField error={errors.password?.message} {...form.register('password')} />
            <Button type="submit" tone="primary" pending={register.isPending}>
              {isTakeover ? text.registerAndTakeOver : text.register}
            </Button>
          </form>
          <Terms />
          <div className="grid gap-2 border-t border-line pt-4">
            <p>{text.haveAccount}</p>
            <Button asChild>{toLogin}</Button>
          </div>
        </>
      )}
    </>
  )
}

/** Whoever takes a company over enters their password, however recently they logged in. */
function Accept({
  token,
  user,
  isTakeover,
}: {
  token: string
  user: SessionUser
  isTakeover: boolean
}) {
  const form = useForm<{ password: string }>({ defaultValues: { password: '' } })
  const accept = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      if (isTakeover) await call(confirmPassword, { body: { password } })
      return call(acceptInvitation, { body: { token } })
    },
    onSuccess: ({ companyId }) => showCompany(companyId, '/'),
    onError: (error) => showFieldErrors(form, error),
  })
  const { error } = accept
  const atField = form.formState.errors.password?.message
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void form.handleSubmit((values) => accept.mutate(values))(event)}
    >
      <p>{text.loggedInAs(user.email)}</p>
      {error && !atField && <Banner tone="bad" live title={errorText(error)} />}
      {isTakeover && (
        <>
          <input
            hidden
            readOnly
            type="email"
            name="username"
            autoComplete="username"
            value={user.username}
          />
          <PasswordField
            autoComplete="current-password"
            required
            error={atField}
            {...form.register('password')}
          />
        </>
      )}
      <Button type="submit" tone="primary" pending={accept.isPending}>
        {isTakeover ? text.acceptTakeover : text.accept}
      </Button>
    </form>
  )
}

function OfAnother({ email, user }: { email: string; user: SessionUser }) {
  const leave = useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      sayEnded()
      // The same link again, without the log-in.
      window.location.reload()
    },
    onError: (error) => toastFailure(text.notLoggedOut, error),
  })
  return (
    <>
      <Banner tone="wait" title={text.isFor(email)}>
        {text.loggedInAs(user.email)}
      </Banner>
      <Button tone="primary" pending={leave.isPending} onClick={() => leave.mutate()}>
        {text.logout}
      </Button>
    </>
  )
}
