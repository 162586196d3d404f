import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enterAddress, readRecipient } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { AddressFields } from '#shared/forms/address'
import { call, errorTextBelow } from '../../../lib/api.ts'
import { reading } from '../../../lib/query-client.ts'
import { useHashTarget } from '../../../lib/useHashTarget.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { keptEdit, useKeepEdit } from '../../kept-edits/kept-edit.ts'
import { changed } from '../queries.ts'
import { complaintsOf } from '../../../lib/field-errors.ts'

const text = {
  title: 'Kundens adresse',
  fields: { address: 'Adresse', postalCode: 'Postnummer', city: 'Poststed', country: 'Land' },
  failed: 'Kunne ikke lagre adressen',
} as const

/** The URL hash used by the row's link "Skriv inn adressen". */
const PLACE = 'adresse'
const NONE: AddressFields = { address: '', postalCode: '', city: '', country: 'Norge' }
const FIELDS = [
  { field: 'address', span: 'sm:col-span-2' },
  { field: 'postalCode', span: '' },
  { field: 'city', span: '' },
  { field: 'country', span: 'sm:col-span-2' },
] as const

/** A form for the address of a contact that has neither address nor organisation number. */
export function EnterAddress({ transfer: { id } }: { transfer: Transfer }) {
  const known = useQuery(reading(readRecipient, { params: { id } })).data?.recipient.parts
  const name = `address ${id}`
  const [typed, setTyped] = useState(() => keptEdit<Partial<AddressFields>>(name) ?? {})
  useKeepEdit(name, Object.keys(typed).length > 0 ? typed : null)
  useHashTarget(true)
  const fields: AddressFields = { ...NONE, ...known, ...typed }
  const save = useMutation({
    mutationFn: () => call(enterAddress, { params: { id }, body: fields }),
    onSuccess: ({ message }) => toast({ title: 'Jobben prøves igjen', description: message }),
    onSettled: changed,
  })
  const complaints = complaintsOf(save.error)
  return (
    <section
      id={PLACE}
      aria-label={text.title}
      className="scroll-mt-4 border-t border-line pt-4 outline-none"
    >
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <h3 className="font-semibold">{text.title}</h3>
        <p className="text-ink-2">Adressen skrives på kunden i Fiken, og jobben prøves igjen.</p>
        <div className="grid gap-3 sm:grid-cols-2">
          {FIELDS.map(({ field, span }) => (
            <TextField
              key={field}
              label={text.fields[field]}
              className={span}
              autoComplete="off"
              value={fields[field]}
              onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
              error={complaints[field]}
            />
          ))}
        </div>
        {save.isError && (
          <Banner tone="bad" live title={text.failed}>
            {errorTextBelow(text.failed, save.error)}
          </Banner>
        )}
        <div>
          <Button type="submit" tone="primary" pending={save.isPending}>
            Lagre og prøv igjen
          </Button>
        </div>
      </form>
    </section>
  )
}
