import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { MEMBER_ROLES } from '#shared/access/invitation'
import { ROLE_MEANS, ROLE_NAMES } from '#shared/access/role-names'
import { invite } from '#shared/contracts/account/members'
import { invitation, type Invitation } from '#shared/forms/members'
import { call } from '../../../lib/api.ts'
import { validatedBy } from '../../../lib/form.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { EmailField } from './EmailField.tsx'
import { text } from './text.ts'
import { useInvite } from './useInvite.ts'

const EMPTY: Invitation = { email: '', role: 'accountant' }

export function InviteForm() {
  const form = useForm<Invitation>({
    resolver: validatedBy(invitation),
    defaultValues: EMPTY,
  })
  const { errors } = form.formState
  const role = useWatch({ control: form.control, name: 'role' })
  const ask = useInvite(form, {
    send: (body) => call(invite, { body }),
    sent: text.invited,
    notSent: text.notInvited,
    onSent: () => form.reset({ ...EMPTY, role }),
  })
  return (
    <form
      noValidate
      aria-label={text.inviteTitle}
      className="grid gap-4 border-t border-line px-4 py-4 sm:grid-cols-2 sm:px-5"
      onSubmit={(event) => void form.handleSubmit((values) => ask.mutate(values))(event)}
    >
      <FormProvider {...form}>
        <EmailField />
      </FormProvider>
      <SelectField
        label={text.role}
        options={MEMBER_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
        hint={ROLE_MEANS[role]}
        error={errors.role?.message}
        {...form.register('role')}
      />
      <Button type="submit" className="justify-self-start" pending={ask.isPending}>
        {text.invite}
      </Button>
    </form>
  )
}
