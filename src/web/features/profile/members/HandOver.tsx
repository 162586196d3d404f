import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { handOver, type Member } from '#shared/contracts/account/members'
import { handOver as handOverForm, type HandOver as Values } from '#shared/forms/members'
import { call } from '../../../lib/api.ts'
import { validatedBy } from '../../../lib/form.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { words } from '../../../ui/words.ts'
import { EmailField } from './EmailField.tsx'
import { text } from './text.ts'
import { useInvite } from './useInvite.ts'

/** Asks a member, or somebody by their address, to become the owner. */
export function HandOver({ members }: { members: readonly Member[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const others = members.filter(({ role }) => role !== 'owner')
  return (
    <div className="border-t border-line px-4 py-4 sm:px-5">
      {isOpen ? (
        // Begins again when the members change, so that nobody is asked who has left.
        <Form
          key={others.map(({ id }) => id).join()}
          others={others}
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
  const ask = useInvite(form, {
    send: (body) => call(handOver, { body }),
    sent: text.asked,
    notSent: text.notAsked,
    onSent: onClose,
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
        <FormProvider {...form}>
          <EmailField />
        </FormProvider>
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
