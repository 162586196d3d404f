import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { listSessions } from '#shared/contracts/account/sessions'
import { changePassword } from '#shared/contracts/profile'
import { passwordChange, type PasswordChange } from '#shared/forms/profile'
import { call } from '../../lib/api.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { text } from './text.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { validatedBy } from '../../lib/form.ts'

const EMPTY: PasswordChange = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordCard() {
  const [open, setOpen] = useState(false)
  if (!open) return <Button onClick={() => setOpen(true)}>{text.changePassword}</Button>
  return <PasswordForm onDone={() => setOpen(false)} />
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const form = useForm<PasswordChange>({
    resolver: validatedBy(passwordChange),
    defaultValues: EMPTY,
  })
  const { errors } = form.formState
  const change = useMutation({
    mutationFn: (body: PasswordChange) => call(changePassword, { body }),
    onSuccess: () => {
      toast({ title: text.passwordChanged })
      // Reads the sessions again, because the server has ended all other sessions.
      void queryClient.invalidateQueries({ queryKey: keyOf(listSessions) })
      onDone()
    },
    onError: (error) => {
      showFieldErrors(form, error)
      toastFailure(text.passwordFailed, error, text.passwordFallback)
    },
  })
  return (
    <form
      noValidate
      className="grid max-w-md gap-4"
      onSubmit={(event) => void form.handleSubmit((values) => change.mutate(values))(event)}
    >
      <PasswordField
        label={text.currentPassword}
        autoComplete="current-password"
        required
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label={text.newPassword}
        autoComplete="new-password"
        required
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <PasswordField
        label={text.confirmPassword}
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" pending={change.isPending}>
          {text.changePassword}
        </Button>
        <Button onClick={onDone}>{words.cancel}</Button>
      </div>
    </form>
  )
}
