import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { login } from '#shared/contracts/auth'
import { credentials, type Credentials } from '#shared/forms/auth'
import { call } from '../../lib/api.ts'
import { validatedBy } from '../../lib/forms/form.ts'
import { rememberUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { asksForCode, loginError } from './auth-state.ts'
import { text } from './text.ts'

export function LoginForm() {
  const form = useForm<Credentials>({
    resolver: validatedBy(credentials),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState
  const mutation = useMutation({
    mutationFn: (body: Credentials) => call(login, { body }),
    onSuccess: rememberUser,
  })
  const asked = asksForCode(mutation.error)
  // The field stays once a code was asked for: also after a wrong code, and while the next one is
  // checked.
  const [withCode, setWithCode] = useState(false)
  if (asked !== null && !withCode) setWithCode(true)
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void form.handleSubmit((values) => mutation.mutate(values))(event)}
    >
      {mutation.isError && asked !== 'first' && (
        <Banner tone="bad" live title={loginError(mutation.error)} />
      )}
      <TextField
        label={text.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
      {withCode && (
        <TextField
          label={text.code}
          hint={text.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoFocus
          required
          error={errors.code?.message}
          {...form.register('code')}
        />
      )}
      <Button type="submit" tone="primary" pending={mutation.isPending} className="mt-1">
        {text.login}
      </Button>
      <Link
        to="/forgot-password"
        className="prose-link inline-flex items-center justify-self-start text-sm pointer-coarse:min-h-11"
      >
        {text.forgot}
      </Link>
    </form>
  )
}
