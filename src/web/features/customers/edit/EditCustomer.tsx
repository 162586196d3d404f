import { useCallback, useRef, useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import type { Customer, readCustomersState } from '#shared/contracts/customers'
import { useMay } from '../../../lib/access/may.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx'
import { ValuesOnly } from '../../../ui/ValuesOnly.tsx'
import type { Connect } from '../../connections/useConnect.ts'
import { LeaveQuestion } from '../../../lib/LeaveQuestion.tsx'
import { displayName } from '../billing-state.ts'
import { EditForm } from './EditForm.tsx'
import { keptCustomer } from './kept-customer.ts'
import { text } from './text.ts'

export interface EditCustomerProps {
  asked: Customer | null
  all: readonly Customer[] | undefined
  state: AnswerOf<typeof readCustomersState> | undefined
  connect: Connect
  onClose: () => void
}

/** The dialog "Rediger kunde", which edits the head office when opened from a site. */
export function EditCustomer({ asked: pressed, all, state, connect, onClose }: EditCustomerProps) {
  const [begun, setBegun] = useState(keptCustomer)
  const again = begun && all?.find(({ uuid }) => uuid === begun.uuid)
  const asked = pressed ?? again ?? null
  const [dirty, setDirty] = useState(false)
  // A ref, because Escape runs two handlers, Radix's and the panel's, and one of them is from the
  // previous render.
  const now = useRef({ dirty: false, saving: false })
  const [asking, setAsking] = useState(false)
  const mayEdit = useMay()('customers')
  const billed =
    asked?.head_office && (all?.find(({ uuid }) => uuid === asked.head_office?.uuid) ?? asked)
  const customer = billed ?? asked
  const noteDirty = useCallback((is: boolean) => {
    now.current.dirty = is
    setDirty(is)
  }, [])
  const noteSaving = useCallback((is: boolean) => {
    now.current.saving = is
  }, [])
  const close = () => {
    noteDirty(false)
    setBegun(null)
    onClose()
  }
  const askToClose = () => {
    if (now.current.saving) return
    if (now.current.dirty) setAsking(true)
    else close()
  }
  return (
    <>
      <Dialog
        wide
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) askToClose()
        }}
        title={mayEdit ? text.title : text.titleRead}
        description={
          asked && <span className="line-clamp-3 wrap-anywhere">{displayName(asked)}</span>
        }
      >
        {asked && customer && (
          <ValuesOnly when={!mayEdit}>
            <EditForm
              key={asked.uuid}
              customer={customer}
              openedFor={asked.uuid}
              site={asked.head_office && text.siteOf(asked.head_office.name)}
              begun={begun?.uuid === asked.uuid ? begun : null}
              state={state}
              connect={connect}
              onDirty={noteDirty}
              onSaving={noteSaving}
              onCancel={askToClose}
              onDone={close}
            />
          </ValuesOnly>
        )}
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={text.discard}
        description={text.discardWhy}
        confirm={text.discardYes}
        onConfirm={close}
      />
      <LeaveQuestion when={dirty} saving={false} flush={() => Promise.resolve(true)} />
    </>
  )
}
