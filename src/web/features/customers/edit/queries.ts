import { useMutation, useQuery } from '@tanstack/react-query'
import {
  LONGEST_CONTACT_QUERY,
  saveCustomer,
  searchFikenContacts,
  undoCustomer,
  type BillingFields,
} from '#shared/contracts/customers'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { words } from '../../../ui/words.ts'
import { toast } from '../../../ui/toast-store.ts'
import { rememberCustomer } from '../queries.ts'
import { changedElsewhere } from './edit-state.ts'
import { text } from './text.ts'
import { useLater } from '../../../lib/time.ts'

const UNDO_MS = 10_000
const PAUSE_MS = 300
/** Cache time of found contacts in ms; typing the same letters again sends no new search. */
const KEPT_MS = 60_000
export const FEWEST_LETTERS = 2

/**
 * Searches Fiken's contacts. When the dialog opens, the search for the name that stands there makes
 * the server read what has changed in Fiken, so that the searches after the key presses are quick.
 */
export function useContacts(typed: string, wanted: boolean) {
  // Names in Fiken are never longer than this.
  const search = typed.trim().slice(0, LONGEST_CONTACT_QUERY).trim()
  const asked = useLater(search, PAUSE_MS)
  const isCurrent = asked === search
  const query = useQuery({
    ...reading(searchFikenContacts, { query: { query: asked } }),
    enabled: wanted && isCurrent && asked.length >= FEWEST_LETTERS,
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
  })
  return {
    contacts: (isCurrent && query.data?.success && query.data.contacts) || [],
    state:
      isCurrent && (query.isError || query.data?.success === false)
        ? ('failed' as const)
        : isCurrent && query.data
          ? ('found' as const)
          : ('searching' as const),
  }
}

interface Save {
  uuid: string
  fields: BillingFields
  version: string
}

export function useSaveCustomer() {
  return useMutation({
    mutationFn: ({ uuid, fields, version }: Save) =>
      call(saveCustomer, { params: { uuid }, body: { ...fields, version } }),
    onSuccess: ({ customer, message, undo }) => {
      rememberCustomer(customer)
      toast({
        title: text.toast.saved,
        description: message,
        ...(undo === null
          ? {}
          : {
              duration: UNDO_MS,
              action: { label: words.undo, run: () => takeBack(customer.uuid, undo) },
            }),
      })
    },
    onError: (error) => {
      const changed = changedElsewhere(error)
      if (changed) rememberCustomer(changed.customer)
      else toastFailure(text.toast.failed, error)
    },
    onSettled: afterWrite(saveCustomer),
  })
}

/** Undoes a save. This is not a hook, because the toast with the button outlives the dialog. */
function takeBack(uuid: string, undo: string): void {
  void call(undoCustomer, { params: { uuid }, body: { undo } })
    .then(({ customer, message }) => {
      rememberCustomer(customer)
      toast({ title: text.toast.undone, description: message })
    })
    .catch((error: unknown) => toastFailure(text.toast.undoFailed, error))
    .finally(afterWrite(undoCustomer))
}
