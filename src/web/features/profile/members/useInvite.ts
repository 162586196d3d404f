import { useMutation } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { complaintsOf, showFieldErrors } from '../../../lib/field-errors.ts'
import { refresh } from '../../../lib/live.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'

interface Invite<Values> {
  send: (body: Values) => Promise<{ message: string }>
  sent: string
  notSent: string
  onSent: () => void
}

/** Sends somebody an invitation; a complaint about the address is shown at its field. */
export function useInvite<Values extends { email: string }>(
  form: UseFormReturn<Values>,
  { send, sent, notSent, onSent }: Invite<Values>,
) {
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      toast({ title: sent, description: message })
      onSent()
    },
    onError: (error) => {
      showFieldErrors(form, error)
      if (complaintsOf(error)['email'] === undefined) toastFailure(notSent, error)
    },
    onSettled: () => refresh('members'),
  })
}
