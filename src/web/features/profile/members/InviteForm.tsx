import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { MEMBER_ROLES } from '#shared/access/invitation'
import { ROLE_MEANS, ROLE_NAMES } from '#shared/access/role-names'
import { invite } from '#shared/contracts/account/members'
import { invitation, type Invitation } from '#shared/forms/members'
import { call } from '../../../lib/api.ts'
import { complaintsOf, showFieldErrors } from '../../../lib/field-errors.ts'
import { validatedBy } from '../../../lib/form.ts'
import { refresh } from '../../../lib/live.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { text } from './text.ts'

const EMPTY: Invitation = { email: '', role: 'accountant' }

export function InviteForm() {
  const form = useForm<Invitation>({
    resolver: validatedBy(invitation),
    defaultValues: EMPTY,
  })
  const { errors } = form.formState
  const role = useWatch({ control: form.control, name: 'role' })
  const send = useMutation({
    mutationFn: (body: Invitation) => call(invite, { body }),
    onSuccess: ({ message }) => {
      toast({ title: text.invited, description: message })
      form.reset({ ...EMPTY, role })
    },
    onError: (error) => {
      showFieldErrors(form, error)
      if (complaintsOf(error)['email'] === undefined) toastFailure(text.notInvited, error)
    },
    onSettled: () => refresh('members'),
  })
  return (
    <form
      noValidate
      aria-label={text.inviteTitle}
      className="grid gap-4 border-t border-line px-4 py-4 sm:grid-cols-2 sm:px-5"
      onSubmit={(event) => void form.handleSubmit((values) => send.mutate(values))(event)}
    >
      <TextField
        label={text.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <SelectField
        label={text.role}
        options={MEMBER_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
        hint={ROLE_MEANS[role]}
        error={errors.role?.message}
        {...form.register('role')}
      />
      <Button type="submit" className="justify-self-start" pending={send.isPending}>
        {text.invite}
      </Button>
    </form>
  )
}
