import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { AnswerOf } from '#shared/contract'
import { VENDORS, readTokenStatus } from '#shared/contracts/connections'
import { ApiError } from '../../lib/api.ts'
import { SaidBelow } from '../../features/transfers/remedy/grants-said.ts'
import { openRemedy } from '../../features/transfers/remedy/open-remedy.ts'
import { May, useMay } from '../../lib/access/may.tsx'
import { polling, useFirstAnswers } from '../../lib/query-client.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { text } from './text.ts'

const EVERY_FIVE_MINUTES = 5 * 60_000
/**
 * Classes of a banner that comes while a screen is in use: it lies above the bottom bar until another
 * screen is opened, so that nothing moves under the user's finger.
 */
const LATE =
  'fixed inset-x-3 bottom-[calc(0.75rem+var(--above-bottom-bar))] z-9 sm:inset-x-6 md:right-8 md:left-[18.5rem] print:hidden [&>*]:mb-0 [&_[role]]:shadow-raised'

/**
 * Lists the systems that the user must approve again. The screen is shown only once the number of
 * banners above it is known.
 */
export function TokenBanner({ children }: { children: ReactNode }) {
  const status = useQuery({
    ...polling(readTokenStatus, {}, EVERY_FIVE_MINUTES),
    retry: 1,
  })
  const known = useFirstAnswers([], [status])
  const { pathname } = useLocation()
  const needed = status.data?.needsReauth === true
  // The screen that was shown without a banner.
  const [without, setWithout] = useState<string | null>(null)
  if (known && without !== pathname) {
    if (!needed) setWithout(pathname)
    else if (without !== null) setWithout(null)
  }
  const late = needed && without === pathname
  return (
    <>
      <div {...(late ? { className: LATE, 'data-late': '' } : {})}>
        <Expired status={status} />
      </div>
      <SaidBelow value={without === pathname}>
        <div className={cx(!known && 'opacity-0', late && 'pb-32')}>{children}</div>
      </SaidBelow>
    </>
  )
}

function Expired({
  status: { data, error, isFetching, refetch },
}: {
  status: UseQueryResult<AnswerOf<typeof readTokenStatus>>
}) {
  const { pathname } = useLocation()
  const may = useMay()
  if (!data) {
    // A 401 response already has its own toast and leads to the login card.
    if (!error || (error instanceof ApiError && error.status === 401)) return null
    return (
      <Banner
        tone="wait"
        live
        className="mb-5"
        title={text.tokenStatusUnknown}
        pending={isFetching}
        onRetry={() => void refetch()}
      >
        <span lang="en">{text.tokenStatusFailed}</span>
      </Banner>
    )
  }
  if (!data.needsReauth) return null
  const expired = VENDORS.filter((vendor) => data[`${vendor}Status`] === 'reauth_required')
  if (expired.length === 0) return null
  return (
    <div className="mb-5 grid gap-2">
      {expired.map((vendor, index) => (
        <Banner
          key={vendor}
          tone="wait"
          live
          title={(may(`renew_${vendor}`) ? text.reauthTitle : text.endedTitle)(
            VENDOR_NAMES[vendor],
          )}
          action={
            <May act={`renew_${vendor}`} asks>
              <Button
                asChild
                size="sm"
                // On the settings screen, the card has the view's only primary button.
                tone={index > 0 || pathname === '/configuration' ? 'secondary' : 'primary'}
              >
                <Link
                  to={`/configuration#${vendor}`}
                  onClick={(event) => {
                    // The settings screen already shows the card with its own button.
                    if (pathname === '/configuration' || event.ctrlKey || event.metaKey) return
                    event.preventDefault()
                    openRemedy({ asks: vendor, cause: `${vendor}_grant_dead` })
                  }}
                >
                  {text.reauthButton(VENDOR_NAMES[vendor])}
                </Link>
              </Button>
            </May>
          }
        >
          {(may(`renew_${vendor}`) && data[`${vendor}Message`]) || text.reauthText}
        </Banner>
      ))}
    </div>
  )
}
