import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readTokenStatus } from '#shared/contracts/connections'
import { ApiError } from '../../lib/api.ts'
import { polling } from '../../lib/query-client.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { text } from './text.ts'

const EVERY_FIVE_MINUTES = 5 * 60_000

/** Says which system must be approved again, above every screen. */
export function TokenBanner() {
  const { data, error, isFetching, refetch } = useQuery({
    ...polling(readTokenStatus, {}, EVERY_FIVE_MINUTES),
    retry: 1,
  })
  if (!data) {
    // A 401 has its own toast, and leads to the card that says what to do.
    if (!error || (error instanceof ApiError && error.status === 401)) return null
    return (
      <Banner
        tone="wait"
        live
        className="mb-5"
        title={text.tokenStatusUnknown}
        action={
          <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        }
      >
        <span lang="en">{text.tokenStatusFailed}</span>
      </Banner>
    )
  }
  if (!data.needsReauth) return null
  const expired = [
    { system: 'ServiceM8', anchor: 'servicem8', status: data.servicem8Status, message: data.servicem8Message },
    { system: 'Fiken', anchor: 'fiken', status: data.fikenStatus, message: data.fikenMessage },
  ].filter((one) => one.status === 'reauth_required')
  if (expired.length === 0) return null
  return (
    <div className="mb-5 grid gap-2">
      {expired.map((one) => (
        <Banner
          key={one.system}
          tone="wait"
          live
          title={`${text.reauthTitle}: ${one.system}`}
          action={
            <Button asChild size="sm">
              <Link to={`/configuration#${one.anchor}`}>{text.reauthButton(one.system)}</Link>
            </Button>
          }
        >
          {one.message || text.reauthText}
        </Banner>
      ))}
    </div>
  )
}
