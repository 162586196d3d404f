import { useMutation, useQuery } from '@tanstack/react-query'
import { chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { toast } from '../../../ui/toast-store.ts'
import { text } from './text.ts'

/**
 * Reads the recipient and the contacts that may match, as they are in Fiken when the dialog opens.
 * Without live topics: nothing moves while the user chooses, and Fiken is not asked again at each
 * hint.
 */
export function useRecipient(id: string) {
  return useQuery({
    ...reading(readRecipient, { params: { id } }),
    meta: {},
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

export function useChooseCustomer(id: string) {
  return useMutation({
    mutationFn: (choice: { contactId: number | null; always: boolean }) =>
      call(chooseRecipient, { params: { id }, body: choice }),
    onSuccess: ({ message, checking }) => {
      toast({
        title: checking ? text.checking : text.done,
        description: message,
      })
      void afterWrite(chooseRecipient)()
    },
  })
}
