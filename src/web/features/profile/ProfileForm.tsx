import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { updateProfile } from '#shared/contracts/profile'
import { profile, type Profile } from '#shared/forms/profile'
import type { SessionUser } from '#shared/contracts/auth'
import { call } from '../../lib/api.ts'
import { LeaveQuestion } from '../../lib/LeaveQuestion.tsx'
import { useMay } from '../../lib/access/may.tsx'
import { rememberUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'
import { keptEdit, useKeepEdit } from '../kept-edits/kept-edit.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { validatedBy } from '../../lib/form.ts'
import { lookUpPlace } from '../auth/place.ts'

const FIELDS = [
  {
    name: 'firstName',
    label: text.firstName,
    autoComplete: 'given-name',
    required: true,
    span: 'sm:col-span-3',
  },
  {
    name: 'lastName',
    label: text.lastName,
    autoComplete: 'family-name',
    required: true,
    span: 'sm:col-span-3',
  },
  {
    name: 'email',
    label: text.email,
    autoComplete: 'email',
    type: 'email',
    required: true,
    hint: text.emailHint,
    span: 'sm:col-span-6',
  },
  {
    name: 'companyName',
    label: text.companyName,
    autoComplete: 'organization',
    hint: text.companyNameHint,
    span: 'sm:col-span-6',
  },
  { name: 'address', label: text.address, autoComplete: 'street-address', span: 'sm:col-span-6' },
  {
    name: 'postalCode',
    label: text.postalCode,
    autoComplete: 'postal-code',
    inputMode: 'numeric',
    span: 'sm:col-span-2',
  },
  { name: 'city', label: text.city, autoComplete: 'address-level2', span: 'sm:col-span-4' },
] as const

/** The fields that are about the company, which only its owner changes. */
const COMPANYS: ReadonlySet<string> = new Set(['companyName', 'address', 'postalCode', 'city'])

export function ProfileForm({ user }: { user: SessionUser }) {
  const form = useForm<Profile>({
    resolver: validatedBy(profile),
    defaultValues: {
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
      email: user.email,
      companyName: user.companyName ?? '',
      address: user.address ?? '',
      postalCode: user.postalCode ?? '',
      city: user.city ?? '',
    },
  })
  const { errors, isDirty } = form.formState
  const may = useMay()
  const { reset, getValues } = form
  const [begun] = useState(() => keptEdit<Profile>('profile'))
  useEffect(() => {
    if (begun) reset(begun, { keepDefaultValues: true })
  }, [begun, reset])
  useWatch({ control: form.control })
  useKeepEdit('profile', isDirty ? getValues() : null)
  const [filled, setFilled] = useState(user.city ?? '')
  const fillPlace = () =>
    lookUpPlace({
      postalCode: () => getValues('postalCode') ?? '',
      city: () => getValues('city') ?? '',
      filled,
      put: (city) => {
        form.setValue('city', city, { shouldDirty: true, shouldValidate: true })
        setFilled(city)
      },
    })
  const save = useMutation({
    mutationFn: ({ firstName, lastName, email, ...company }: Profile) =>
      call(updateProfile, {
        body: { firstName, lastName, email, ...(may('company_details') ? company : {}) },
      }),
    onSuccess: (changed, values) => {
      form.reset(values)
      rememberUser(changed)
      toast(text.saved)
    },
    onError: (error) => {
      showFieldErrors(form, error)
      toastFailure(text.saveFailed, error, text.saveFallback)
    },
  })
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-6"
      onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
    >
      <LeaveQuestion when={isDirty} saving={false} flush={() => Promise.resolve(true)} />
      {FIELDS.filter(({ name }) => !COMPANYS.has(name) || may('company_details')).map(
        ({ name, span, ...field }) => (
          <TextField
            key={name}
            {...field}
            className={span}
            error={errors[name]?.message}
            {...form.register(
              name,
              name === 'postalCode' ? { onChange: () => void fillPlace() } : {},
            )}
          />
        ),
      )}
      <div className="sm:col-span-6">
        <Button type="submit" tone={isDirty ? 'primary' : 'secondary'} pending={save.isPending}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
