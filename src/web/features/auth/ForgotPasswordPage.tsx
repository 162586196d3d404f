import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { forgotPassword } from '#shared/contracts/profile'
import { forgottenPassword } from '#shared/forms/profile'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { BackToLogin, GuestCard } from './GuestCard.tsx'
import { text } from './text.ts'
import { validatedBy } from '../../lib/form.ts'

/** The page /forgot-password, which does not reveal whether the address has an account. */
export function ForgotPasswordPage() {
  const send = useMutation({
    mutationFn: (body: { email: string }) => call(forgotPassword, { body }),
    onSuccess: ({ message }) => toast({ title: text.mailSent, description: message }),
    onError: (error) => toastFailure(text.failed, error, text.resetLinkFailed),
  })
  const form = useForm({ resolver: validatedBy(forgottenPassword), defaultValues: { email: '' } })
  if (send.isSuccess) {
    return (
      <GuestCard title={text.checkMail} intro={text.checkSpam}>
        <Button onClick={() => send.reset()}>{words.tryAgain}</Button>
        <BackToLogin />
      </GuestCard>
    )
  }
  return (
    <GuestCard title={text.forgotTitle} intro={text.forgotIntro}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit((values) => send.mutate(values))(event)}
      >
        <TextField
          label={text.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          required
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" tone="primary" pending={send.isPending}>
          {text.sendLink}
        </Button>
      </form>
      <BackToLogin />
    </GuestCard>
  )
}
