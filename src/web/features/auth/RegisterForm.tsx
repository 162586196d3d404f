import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { register as registerUser, registration, type Registration } from '#shared/contracts/auth'
import { call } from '../../lib/api.ts'
import { validatedBy } from '../../lib/form.ts'
import { rememberUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { registerError } from './auth-state.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { text } from './text.ts'

const EMPTY: Registration = {
  firstName: '',
  lastName: '',
  companyName: '',
  address: '',
  postalCode: '',
  city: '',
  email: '',
  password: '',
}

/** The text fields in the order people know from other forms; `half` ones stand two on a line. */
const FIELDS = [
  { name: 'firstName', label: text.firstName, autoComplete: 'given-name', span: 'sm:col-span-3' },
  { name: 'lastName', label: text.lastName, autoComplete: 'family-name', span: 'sm:col-span-3' },
  { name: 'companyName', label: text.companyName, autoComplete: 'organization', span: 'sm:col-span-6' },
  { name: 'address', label: text.address, autoComplete: 'street-address', span: 'sm:col-span-6' },
  { name: 'postalCode', label: text.postalCode, autoComplete: 'postal-code', inputMode: 'numeric', span: 'sm:col-span-2' },
  { name: 'city', label: text.city, autoComplete: 'address-level2', span: 'sm:col-span-4' },
  { name: 'email', label: text.email, autoComplete: 'username', inputMode: 'email', type: 'email', span: 'sm:col-span-6' },
] as const

export function RegisterForm() {
  const form = useForm<Registration>({ resolver: validatedBy(registration), defaultValues: EMPTY })
  const { errors } = form.formState
  const mutation = useMutation({ mutationFn: (body: Registration) => call(registerUser, { body }), onSuccess: rememberUser })
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-6"
      onSubmit={(event) => void form.handleSubmit((values) => mutation.mutate(values))(event)}
    >
      {mutation.isError && <Banner tone="bad" live className="sm:col-span-6" title={registerError(mutation.error)} />}
      {FIELDS.map(({ name, span, ...field }) => (
        <TextField key={name} {...field} className={span} required error={errors[name]?.message} {...form.register(name)} />
      ))}
      <PasswordField
        autoComplete="new-password"
        className="sm:col-span-6"
        required
        hint={text.passwordHint}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <div className="grid gap-3 sm:col-span-6">
        <Button type="submit" tone="primary" pending={mutation.isPending}>
          {text.createAccount}
        </Button>
        <p className="text-sm text-ink-2">
          {text.terms}{' '}
          <Link to="/privacy" className="prose-link">
            {text.privacy}
          </Link>
          .
        </p>
      </div>
    </form>
  )
}
