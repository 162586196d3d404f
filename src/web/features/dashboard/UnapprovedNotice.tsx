import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readUnapproved } from '#shared/contracts/overview'
import { polling } from '../../lib/query-client.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { text } from './text.ts'

const words = text.unapproved
/** The server asks ServiceM8 no more often than this. */
const EVERY_TEN_MINUTES = 10 * 60_000

/** Where approved jobs are what is transferred: how many completed ones wait for the approval (decision 2). Nothing when there are none. */
export function UnapprovedNotice() {
  const count = useQuery(polling(readUnapproved, {}, EVERY_TEN_MINUTES)).data?.count ?? 0
  if (count === 0) return null
  return (
    <Banner
      tone="info"
      live
      className="mb-4"
      title={words.title(count)}
      action={
        <Button asChild size="sm">
          <Link to="/configuration#servicem8">{words.change}</Link>
        </Button>
      }
    >
      {words.why(count)}
    </Banner>
  )
}
