import { useMutation } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { SessionUser } from '#shared/contracts/auth'
import { sendConfirmation } from '#shared/contracts/account/confirmed-address'
import { call } from '../../lib/api.ts'
import { rememberUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

/**
 * The state of the e-mail address: confirmed or not, and the address that mails with customers'
 * data go to meanwhile.
 */
export function AddressState({ user }: { user: SessionUser }) {
  const { email, confirmedEmail } = user
  const send = useMutation({
    mutationFn: () => call(sendConfirmation, {}),
    onSuccess: ({ message }) => {
      // Other screens need not ask any more.
      rememberUser({ ...user, asksToConfirm: false })
      toast({ title: text.linkSent, description: message })
    },
    onError: (error) => toastFailure(text.linkNotSent, error, text.tryLater),
  })
  if (confirmedEmail === email)
    return (
      <p className="flex items-center gap-2 text-sm text-ink-2">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" /> {text.addressConfirmed}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
      <p className="flex min-w-[min(16rem,100%)] flex-1 items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-wait" />
        {confirmedEmail ? text.addressWaits(confirmedEmail) : text.addressUnconfirmed}
      </p>
      <Button size="sm" pending={send.isPending} onClick={() => send.mutate()}>
        {text.sendLink}
      </Button>
    </div>
  )
}
