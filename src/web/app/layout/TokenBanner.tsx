import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readTokenStatus } from '#shared/contracts/connections'
import { polling } from '../../lib/query-client.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { text } from './text.ts'

const EVERY_FIVE_MINUTES = 5 * 60_000

/** Says which system must be approved again, above every screen. */
export function TokenBanner() {
  const { data } = useQuery({ ...polling(readTokenStatus, {}, EVERY_FIVE_MINUTES), retry: 1 })
  if (!data?.needsReauth) return null
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
