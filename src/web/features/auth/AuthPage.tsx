import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { nextPath } from '../../lib/next-path.ts'
import { rememberUser, useSession } from '../../lib/session.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { text } from './text.ts'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { login } from '#shared/contracts/auth'
import { credentials, type Credentials } from '#shared/forms/auth'
import { call } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { asksForCode, loginError } from './auth-state.ts'
import { validatedBy } from '../../lib/form.ts'

export function AuthPage() {
  const session = useSession()
  const [search] = useSearchParams()
  const [tab, setTab] = useState(search.get('tab') === 'register' ? 'register' : 'login')
  if (session.state === 'user') return <Navigate to={nextPath(search.get('next'))} replace />
  return (
    <div className="mx-auto w-full max-w-md py-2 sm:py-6">
      <title>{`${tab === 'login' ? text.login : text.register} – Fakturabro`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{text.title}</h1>
      <p className="mt-1 mb-6 text-ink-2">{text.subtitle}</p>
      <div className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
        <Tabs
          label={text.tabs}
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'login', label: text.login, panel: <LoginForm /> },
            { value: 'register', label: text.register, panel: <RegisterForm /> },
          ]}
        />
      </div>
    </div>
  )
}

function LoginForm() {
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
  // Keeps the code field visible after a wrong code and while a code is being checked.
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
