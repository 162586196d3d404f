import { useMutation } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { confirmEmail } from '#shared/contracts/account/confirmed-address'
import { call, errorText } from '../../lib/api.ts'
import { askForSessionAgain, useSession } from '../../lib/session.ts'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { GuestCard } from './GuestCard.tsx'
import { text } from './text.ts'

/**
 * The page /confirm-email?token=…, which requires a button press, because mail programs open links
 * to inspect them.
 */
export function ConfirmEmailPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const session = useSession()
  const confirm = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token } }),
    onSuccess: () => void askForSessionAgain(),
  })
  const onwards = (
    <Button asChild tone={confirm.isSuccess ? 'primary' : 'secondary'}>
      <Link to={session.state === 'user' ? '/' : '/auth'}>
        {session.state === 'user' ? text.toDashboard : text.login}
      </Link>
    </Button>
  )
  if (token === '')
    return (
      <GuestCard title={text.confirmTitle} intro={text.confirmWithoutToken}>
        {onwards}
      </GuestCard>
    )
  if (confirm.isSuccess)
    return (
      <GuestCard title={text.confirmed} intro={text.confirmedWhat(confirm.data.email)}>
        {onwards}
      </GuestCard>
    )
  return (
    <GuestCard title={text.confirmTitle} intro={text.confirmIntro}>
      {confirm.isError && <Banner tone="bad" live title={errorText(confirm.error)} />}
      {confirm.isError && <div className="grid">{onwards}</div>}
      <Button tone="primary" pending={confirm.isPending} onClick={() => confirm.mutate()}>
        {confirm.isError ? words.tryAgain : text.confirmTitle}
      </Button>
    </GuestCard>
  )
}
