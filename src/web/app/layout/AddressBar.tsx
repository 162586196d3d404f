import { useMutation } from '@tanstack/react-query'
import type { SessionUser } from '#shared/contracts/auth'
import { putConfirmationAway, sendConfirmation } from '#shared/contracts/account/confirmed-address'
import { call } from '../../lib/api.ts'
import { rememberUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast-store.ts'

// Defined in this lazily loaded file, so that other pages do not load these texts.
const text = {
  confirmAddress: (email: string) => `Er ${email} din e-postadresse?`,
  confirmWhy: 'Bekreft den, så kan e-postene fra oss si hvilke kunder og beløp det gjelder.',
  confirmSend: 'Send lenke',
  confirmLater: 'Ikke nå',
  confirmSent: 'E-post sendt',
  confirmNotSent: 'Lenken ble ikke sendt',
  confirmNotPutAway: 'Kunne ikke lagre valget',
  tryLater: 'Prøv igjen om litt.',
} as const

/** A banner above every screen that asks the user once to confirm the e-mail address. */
export function AddressBar({ user }: { user: SessionUser }) {
  const away = () => rememberUser({ ...user, asksToConfirm: false })
  const send = useMutation({
    mutationFn: () => call(sendConfirmation, {}),
    onSuccess: ({ message }) => {
      away()
      toast({ title: text.confirmSent, description: message })
    },
    onError: (error) => toastFailure(text.confirmNotSent, error, text.tryLater),
  })
  const later = useMutation({
    mutationFn: () => call(putConfirmationAway, {}),
    onMutate: away,
    onError: (error) => toastFailure(text.confirmNotPutAway, error, text.tryLater),
  })
  return (
    <Banner
      tone="info"
      className="mb-5"
      title={text.confirmAddress(user.email)}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" pending={send.isPending} onClick={() => send.mutate()}>
            {text.confirmSend}
          </Button>
          <Button size="sm" onClick={() => later.mutate()}>
            {text.confirmLater}
          </Button>
        </div>
      }
    >
      {text.confirmWhy}
    </Banner>
  )
}
