import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { handOver, type Member } from '#shared/contracts/account/members'
import { handOver as handOverForm, type HandOver as Values } from '#shared/forms/members'
import { call } from '../../../lib/api.ts'
import { complaintsOf, showFieldErrors } from '../../../lib/field-errors.ts'
import { validatedBy } from '../../../lib/form.ts'
import { refresh } from '../../../lib/live.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { words } from '../../../ui/words.ts'
import { text } from './text.ts'

/** Asks a member, or somebody by their address, to become the owner. */
export function HandOver({ members }: { members: readonly Member[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="border-t border-line px-4 py-4 sm:px-5">
      {isOpen ? (
        <Form
          others={members.filter(({ role }) => role !== 'owner')}
          onClose={() => setIsOpen(false)}
        />
      ) : (
        <Button onClick={() => setIsOpen(true)}>{text.handOver}</Button>
      )}
    </div>
  )
}

function Form({ others, onClose }: { others: readonly Member[]; onClose: () => void }) {
  const [first] = others
  const [chosen, setChosen] = useState(first?.email ?? '')
  const form = useForm<Values>({
    resolver: validatedBy(handOverForm),
    defaultValues: { email: chosen },
  })
  const { errors } = form.formState
  const ask = useMutation({
    mutationFn: (body: Values) => call(handOver, { body }),
    onSuccess: ({ message }) => {
      toast({ title: text.asked, description: message })
      onClose()
    },
    onError: (error) => {
      showFieldErrors(form, error)
      if (complaintsOf(error)['email'] === undefined) toastFailure(text.notAsked, error)
    },
    onSettled: () => refresh('members'),
  })
  return (
    <form
      noValidate
      aria-label={text.handOver}
      className="grid max-w-md gap-4"
      onSubmit={(event) => void form.handleSubmit((values) => ask.mutate(values))(event)}
    >
      <h3 className="font-semibold">{text.handOver}</h3>
      <p className="text-sm text-ink-2">{text.handOverMeans}</p>
      {first && (
        <SelectField
          label={text.handOverTo}
          value={chosen}
          onChange={({ target }) => {
            setChosen(target.value)
            form.reset({ email: target.value })
          }}
          options={[
            ...others.map(({ name, email }) => ({ value: email, label: name ?? email })),
            { value: '', label: text.someoneElse },
          ]}
        />
      )}
      {chosen === '' && (
        <TextField
          label={text.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          required
          error={errors.email?.message}
          {...form.register('email')}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={ask.isPending}>
          {text.ask}
        </Button>
        <Button onClick={onClose}>{words.cancel}</Button>
      </div>
    </form>
  )
}
