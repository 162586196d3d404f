import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm, type FieldErrors, type Resolver } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { checkRegistration, register as registerUser } from '#shared/contracts/auth'
import { registration, type Registration } from '#shared/forms/auth'
import { call } from '../../lib/api.ts'
import { showComplaints } from '../../lib/field-errors.ts'
import { rememberUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { accountComplaints, registerError } from './auth-state.ts'
import { BusinessFields } from './BusinessFields.tsx'
import type { Business } from './company-state.ts'
import { named } from './named.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Terms } from './Terms.tsx'
import { text } from './text.ts'
import { validatedBy } from '../../lib/form.ts'

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

type Name = keyof Registration

const ACCOUNT = [
  {
    name: 'firstName',
    label: text.firstName,
    autoComplete: 'given-name',
    span: 'sm:col-span-3',
  },
  {
    name: 'lastName',
    label: text.lastName,
    autoComplete: 'family-name',
    span: 'sm:col-span-3',
  },
  {
    name: 'email',
    label: text.email,
    autoComplete: 'username',
    inputMode: 'email',
    type: 'email',
    span: 'sm:col-span-6',
  },
] as const

const FIRST: readonly Name[] = [...ACCOUNT.map(({ name }) => name), 'password']

const STEP_PARAM = 'steg'

const whole = validatedBy(registration)

const firstOnly: Resolver<Registration> = async (values, context, options) => {
  const { errors } = await whole(values, context, options)
  const wrong = Object.fromEntries(
    Object.entries(errors).filter(([name]) => FIRST.some((known) => known === name)),
  )
  return Object.keys(wrong).length === 0
    ? { values, errors: {} }
    : { values: {}, errors: wrong as FieldErrors<Registration> }
}

const all = named(whole)

export function RegisterForm() {
  const [search, setSearch] = useSearchParams()
  // The step is stored in the URL, so that the back button returns to the first step.
  const [passed, setPassed] = useState(false)
  const step = passed && search.get(STEP_PARAM) === '2' ? 1 : 0
  const setStep = (to: 0 | 1) => {
    if (to === 1) setPassed(true)
    setSearch(
      (now) => {
        if (to === 1) now.set(STEP_PARAM, '2')
        else now.delete(STEP_PARAM)
        return now
      },
      { replace: to === 0, preventScrollReset: true },
    )
  }
  const form = useForm<Registration>({
    resolver: step === 0 ? firstOnly : all,
    defaultValues: EMPTY,
  })
  const { errors } = form.formState
  const [filled, setFilled] = useState<Partial<Business>>({})
  const complain = (error: unknown) => showComplaints(form, accountComplaints(error))
  const goOn = () => {
    // The second step shows validation errors only after it is submitted.
    form.reset(undefined, { keepValues: true })
    setStep(1)
  }
  const check = useMutation({
    mutationFn: ({ email, password }: Registration) =>
      call(checkRegistration, { body: { email, password } }),
    onSuccess: goOn,
    // Without an answer, the last step says what is wrong.
    onError: (error) => complain(error) || goOn(),
  })
  const register = useMutation({
    mutationFn: (body: Registration) => call(registerUser, { body }),
    onSuccess: rememberUser,
    onError: (error) => complain(error) && setStep(0),
  })
  const submit = form.handleSubmit((values) =>
    step === 1 ? register.mutate(values) : check.mutate(values),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  // Moves the focus to the new step, for keyboard and screen reader users.
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-6" onSubmit={(event) => void submit(event)}>
      {step === 1 && register.isError && (
        <Banner tone="bad" live className="sm:col-span-6" title={registerError(register.error)} />
      )}
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none sm:col-span-6">
        {step === 0 ? text.you : text.business}{' '}
        <span className="font-normal text-ink-2">{text.stepOf(step + 1, 2)}</span>
      </h2>
      {step === 0 ? (
        <>
          {ACCOUNT.map(({ name, span, ...field }) => (
            <TextField
              key={name}
              {...field}
              className={span}
              required
              error={errors[name]?.message}
              {...form.register(name)}
            />
          ))}
          <NewPasswordField
            className="sm:col-span-6"
            error={errors.password?.message}
            {...form.register('password')}
          />
          <Button type="submit" tone="primary" className="sm:col-span-6" pending={check.isPending}>
            {text.next}
          </Button>
        </>
      ) : (
        <FormProvider {...form}>
          <BusinessFields filled={filled} onFill={setFilled} />
          <div className="grid gap-3 sm:col-span-6">
            <div className="flex gap-2">
              <Button onClick={() => setStep(0)}>{text.back}</Button>
              <Button type="submit" tone="primary" className="flex-1" pending={register.isPending}>
                {text.createAccount}
              </Button>
            </div>
            <Terms />
          </div>
        </FormProvider>
      )}
    </form>
  )
}
