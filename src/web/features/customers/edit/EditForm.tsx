import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { AnswerOf } from '#shared/contract'
import type { BillingFields, Customer, readCustomersState } from '#shared/contracts/customers'
import { billingFields } from '#shared/forms/customer'
import { May, useMay } from '../../../lib/access/may.tsx'
import { words } from '../../../ui/words.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { ChoiceLine } from '../../collective/ChoiceLine.tsx'
import { ConnectHint } from '../../connections/ConnectButton.tsx'
import type { Connect } from '../../connections/useConnect.ts'
import { displayName } from '../billing-state.ts'
import { BothVersions } from './BothVersions.tsx'
import { ContactField } from './ContactField.tsx'
import {
  changedBy,
  changedElsewhere,
  conflictOf,
  draftOf,
  fieldsOfContact,
  fieldsOfNew,
  fieldsOfOrganization,
  inOneLine,
  isChanged,
  replacedIn,
  savedIn,
  shownIn,
  stillTrue,
} from './edit-state.ts'
import { useKeepEdit } from '../../kept-edits/kept-edit.ts'
import { KEPT_CUSTOMER, type CustomerEdit } from './kept-customer.ts'
import { OrganizationField } from './OrganizationField.tsx'
import { useSaveCustomer } from './queries.ts'
import { text } from './text.ts'
import { DialogFoot } from '../../../ui/Dialog.tsx'
import { complaintsOf } from '../../../lib/field-errors.ts'
import { checked, type Complaints } from '../../../lib/form.ts'

interface EditFormProps {
  customer: Customer
  /** The uuid of the customer whose button was pressed: the site's, when its head office is edited. */
  openedFor: string
  site: string | null
  /** This customer's edit that met the end of the session. */
  begun: CustomerEdit | null
  state: AnswerOf<typeof readCustomersState> | undefined
  connect: Connect
  onDirty: (dirty: boolean) => void
  onSaving: (saving: boolean) => void
  onCancel: () => void
  onDone: () => void
}

const PLAIN_FIELDS: readonly {
  field: keyof typeof text.fields
  span: string
  inputMode?: 'numeric'
}[] = [
  { field: 'billing_address', span: 'col-span-6' },
  { field: 'billing_postal_code', span: 'col-span-3 sm:col-span-2', inputMode: 'numeric' },
  { field: 'billing_city', span: 'col-span-3 sm:col-span-4' },
  { field: 'billing_country', span: 'col-span-6 sm:col-span-3' },
]

export function EditForm({
  customer: opened,
  openedFor,
  site,
  begun,
  state,
  connect,
  ...on
}: EditFormProps) {
  const [customer] = useState(opened)
  const [draft, setDraft] = useState(() => begun?.draft ?? draftOf(customer))
  const [version, setVersion] = useState(begun?.version ?? customer.version)
  const [conflict, setConflict] = useState(() => conflictOf(customer))
  const [complaints, setComplaints] = useState<Complaints>({})
  const [isNew, setNew] = useState(false)
  const save = useSaveCustomer()
  const form = useRef<HTMLFormElement>(null)
  const mayEdit = useMay()('customers')
  const hadConflict = useRef(conflict !== null)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const shown = shownIn(draft)
  const replaced = replacedIn(draft, customer)

  const ownIsWrong =
    draft.same && Object.keys(complaints).some((field) => field !== 'billing_organization_number')

  const dirty = isChanged(draft, customer)
  const { onDirty, onSaving, onCancel, onDone } = on
  useKeepEdit<CustomerEdit>(KEPT_CUSTOMER, dirty ? { uuid: openedFor, draft, version } : null)
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  useEffect(() => onSaving(save.isPending), [save.isPending, onSaving])
  useEffect(() => {
    if (Object.keys(complaints).length === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    // The customer's own fields can be corrected only after the switch is turned off.
    if (wrong?.matches(':disabled'))
      form.current?.querySelector<HTMLElement>('[role=switch]')?.focus()
    else wrong?.focus()
  }, [complaints])

  // Moves the focus, because the form has replaced the comparison with the focused button.
  useEffect(() => {
    if (hadConflict.current && !conflict)
      form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
    hadConflict.current = conflict !== null
  }, [conflict])

  const put = (fields: Partial<BillingFields>) => {
    setDraft((now) => changedBy(now, fields))
    const touched = Object.keys(fields)
    if (touched.some((field) => field in complaints))
      setComplaints((now) =>
        Object.fromEntries(Object.entries(now).filter(([field]) => !touched.includes(field))),
      )
  }
  const send = (fields: BillingFields, of: string) => {
    if (save.isPending) return
    save.mutate(
      { uuid: customer.uuid, fields, version: of },
      {
        onSuccess: onDone,
        onError: (error) => {
          const changed = changedElsewhere(error)
          if (!changed) {
            const now = savedIn(latest.current, customer)
            return setComplaints(stillTrue(complaintsOf(error), fields, now))
          }
          setConflict({ mine: fields, theirs: changed.theirs, version: changed.customer.version })
        },
      },
    )
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { data, complaints: found } = checked(billingFields, savedIn(draft, customer))
    setComplaints(found ?? {})
    if (data) send(data, version)
  }

  if (conflict) {
    const { mine, theirs } = conflict
    return (
      <BothVersions
        conflict={conflict}
        saving={!save.isPending ? null : save.variables.fields === theirs ? 'theirs' : 'mine'}
        onKeep={() => send(mine, conflict.version)}
        onTake={() => send(theirs, conflict.version)}
        onEdit={() => {
          setDraft((now) => ({ ...now, same: false, typed: mine }))
          setVersion(conflict.version)
          setConflict(null)
        }}
      />
    )
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {site && <Banner tone="info" title={site} />}
      {customer.needs_review && (
        <Banner tone="wait" title={text.review}>
          <span className="line-clamp-4 wrap-anywhere">
            {text.reviewWhy(inOneLine(customer.billing_text))}
          </span>
        </Banner>
      )}
      {state && !state.mayWrite && mayEdit && (
        <>
          <Banner
            tone="wait"
            title={text.notWritten}
            action={
              <May act="renew_servicem8" asks>
                <Button
                  size="sm"
                  pending={connect.state.step === 'waiting'}
                  onClick={() => void connect.connect('servicem8')}
                >
                  {text.connect}
                </Button>
              </May>
            }
          >
            {text.notWrittenWhy}
          </Banner>
          <ConnectHint vendor="servicem8" connect={connect} />
        </>
      )}
      <SwitchField
        first
        label={text.same}
        hint={ownIsWrong ? text.sameWrong : draft.same ? text.sameHint : text.otherHint}
        checked={draft.same}
        onCheckedChange={(same) => {
          setComplaints({})
          setDraft((now) => ({ ...now, same }))
        }}
      />
      <div className="grid grid-cols-6 gap-4">
        <ContactField
          className="col-span-6"
          value={shown.billing_company_name}
          onType={(name) => put({ billing_company_name: name })}
          onPick={(contact) => {
            put(fieldsOfContact(contact))
            setNew(false)
          }}
          onNew={(name) => {
            put(fieldsOfNew(name))
            setNew(true)
          }}
          fikenReady={state?.fikenReady === true}
          disabled={draft.same}
          hint={
            draft.same
              ? undefined
              : isNew
                ? text.makeNewWhy
                : state?.fikenReady === false
                  ? text.noFiken
                  : text.lookUp
          }
          error={complaints['billing_company_name']}
        />
        {PLAIN_FIELDS.map(({ field, span, inputMode }) => (
          <TextField
            key={field}
            label={text.fields[field]}
            className={span}
            inputMode={inputMode}
            autoComplete="off"
            disabled={draft.same}
            value={shown[field] ?? ''}
            onChange={(event) => put({ [field]: event.target.value })}
            error={complaints[field]}
          />
        ))}
      </div>
      <OrganizationField
        value={shown.billing_organization_number ?? ''}
        name={shown.billing_company_name}
        onType={(number) => {
          put({ billing_organization_number: number })
        }}
        onPick={(organization) => put(fieldsOfOrganization(organization, draft.same))}
        error={complaints['billing_organization_number']}
      />
      <ChoiceLine client={{ uuid: customer.uuid, name: displayName(customer) }} />
      {replaced && (
        <p className="rounded-control bg-wait-soft px-3 py-2 text-sm">{text.replaces(replaced)}</p>
      )}
      <DialogFoot>
        <Button className={mayEdit ? 'max-sm:hidden' : ''} onClick={onCancel}>
          {mayEdit ? words.cancel : words.close}
        </Button>
        <May act="customers">
          <Button type="submit" tone="primary" pending={save.isPending}>
            {words.save}
          </Button>
        </May>
      </DialogFoot>
    </form>
  )
}
