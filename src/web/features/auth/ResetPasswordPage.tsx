import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { resetPassword } from '#shared/contracts/profile'
import { passwordReset, type PasswordReset } from '#shared/forms/profile'
import { call } from '../../lib/api.ts'
import { complaintsOf, showFieldErrors } from '../../lib/field-errors.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toast-store.ts'
import { isDeadLink, resetError } from './auth-state.ts'
import { BackToLogin, GuestCard } from './GuestCard.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { text } from './text.ts'
import { validatedBy } from '../../lib/form.ts'

export function ResetPasswordPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const reset = useMutation({
    mutationFn: (body: PasswordReset) => call(resetPassword, { body }),
    onSuccess: () => toast({ title: text.resetDone }),
  })
  // A password that is too easy is said at its field.
  const isRefused = 'password' in complaintsOf(reset.error)
  if (token === '') {
    return (
      <GuestCard title={text.badLink} intro={text.tokenMissing}>
        <NewLink />
        <BackToLogin />
      </GuestCard>
    )
  }
  if (reset.isSuccess) {
    return (
      <GuestCard title={text.resetSuccess} intro={text.resetSuccessIntro}>
        <Button asChild tone="primary">
          <Link to="/auth">{text.login}</Link>
        </Button>
      </GuestCard>
    )
  }
  return (
    <GuestCard title={text.resetTitle}>
      {reset.isError && !isRefused && <Banner tone="bad" live title={resetError(reset.error)} />}
      {!(reset.isError && isDeadLink(reset.error)) && (
        <ResetForm token={token} pending={reset.isPending} onSubmit={reset.mutate} />
      )}
      {reset.isError && isDeadLink(reset.error) && <NewLink />}
      <BackToLogin />
    </GuestCard>
  )
}

function NewLink() {
  return (
    <Button asChild tone="primary">
      <Link to="/forgot-password">{text.newLink}</Link>
    </Button>
  )
}

function ResetForm({
  token,
  pending,
  onSubmit,
}: {
  token: string
  pending: boolean
  onSubmit: (values: PasswordReset, on: { onError: (error: unknown) => void }) => void
}) {
  const form = useForm<PasswordReset>({
    resolver: validatedBy(passwordReset),
    defaultValues: { token, password: '', confirmPassword: '' },
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) =>
    onSubmit(values, { onError: (error) => showFieldErrors(form, error) }),
  )
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <NewPasswordField
        label={text.newPassword}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label={text.confirmPassword}
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Button type="submit" tone="primary" pending={pending}>
        {text.setPassword}
      </Button>
    </form>
  )
}
