import { UserPlus } from 'lucide-react'
import type { FoundContact } from '#shared/contracts/customers'
import { ComboField } from '../../../ui/ComboField.tsx'
import { isAmong } from './edit-state.ts'
import { FEWEST_LETTERS, useContacts } from './queries.ts'
import { text } from './text.ts'

interface ContactFieldProps {
  value: string
  onType: (name: string) => void
  onPick: (contact: FoundContact) => void
  onNew: (name: string) => void
  fikenReady: boolean
  disabled: boolean
  hint: string | undefined
  error: string | undefined
  className: string
}

export function ContactField({
  value,
  onType,
  onPick,
  onNew,
  fikenReady,
  ...field
}: ContactFieldProps) {
  const { contacts, state } = useContacts(value, fikenReady && !field.disabled)
  const name = value.trim()
  const status = {
    searching: text.searching,
    failed: text.searchFailed,
    found: contacts.length > 0 ? text.hits(contacts.length) : text.noHits,
  }[state]
  return (
    <ComboField
      {...field}
      label={text.fields.billing_company_name}
      value={value}
      onType={onType}
      suggests={fikenReady && name.length >= FEWEST_LETTERS}
      status={status}
      silent={contacts.length > 0}
      suggestions={[
        ...contacts.map((contact) => ({
          key: String(contact.contactId),
          onPick: () => onPick(contact),
          content: (
            <>
              <span className="font-semibold">{contact.name}</span>
              {contact.address && <span className="text-sm text-ink-2">{contact.address}</span>}
            </>
          ),
        })),
        ...(isAmong(name, contacts)
          ? []
          : [
              {
                key: 'new',
                onPick: () => onNew(name),
                content: (
                  <>
                    <span className="flex items-center gap-2 font-semibold">
                      <UserPlus aria-hidden className="size-4 shrink-0" />
                      {text.makeNew}
                    </span>
                    <span className="text-sm text-ink-2">{text.makeNewWhy}</span>
                  </>
                ),
              },
            ]),
      ]}
    />
  )
}
