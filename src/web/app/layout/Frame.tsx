import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import {
  Link,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  type Location,
} from 'react-router'
import { useLive } from '../../lib/live.ts'
import { RoleHere } from '../../lib/access/may.tsx'
import { useSession } from '../../lib/session.ts'
import { Logo } from '../../ui/Logo.tsx'
import { RemedyPlace } from '../../features/remedies/RemedyPlace.tsx'
import { ThemeChoice } from '../../ui/ThemeChoice.tsx'
import { useMatches, WIDE } from '../../ui/useMatches.ts'
import { Keys } from '../keys/Keys.tsx'
import { LoadingUser } from './LoadingUser.tsx'
import { BottomBar, PhoneBar, Sidebar } from './Menu.tsx'
import { PasswordQuestion } from './PasswordQuestion.tsx'
import { FRAME, MAIN, MAIN_BESIDE_MENU } from './places.ts'
import { text } from './text.ts'
import { TokenBanner } from './TokenBanner.tsx'

const AddressBar = lazy(async () => ({ default: (await import('./AddressBar.tsx')).AddressBar }))
const ConnectionReview = lazy(async () => ({
  default: (await import('../../features/connections/ConnectionReview.tsx')).ConnectionReview,
}))

/**
 * The dashboard leads with one thing at a time, and the profile page has its own confirmation request
 * beside the address.
 */
const WITHOUT_ADDRESS_BAR = ['/', '/profile']

export function Frame() {
  const session = useSession()
  const { pathname } = useLocation()
  // Without a company there is nothing to show in the menu or to hear about.
  const user = session.state === 'user' && session.user.company ? session.user : null
  useLive(user?.id ?? null)
  const wide = useMatches(WIDE)
  if (session.state === 'loading') return <LoadingUser />
  return (
    <RoleHere value={session.state === 'user' ? (session.user.company?.role ?? null) : null}>
      <a
        href="#innhold"
        className="sr-only z-60 rounded-control bg-brand px-4 py-2 font-semibold text-brand-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {text.skip}
      </a>
      <PendingLine />
      {user ? (
        <div className={FRAME}>
          {wide ? <Sidebar user={user} /> : <PhoneBar user={user} />}
          <Main className={MAIN_BESIDE_MENU}>
            {user.reviewsConnections && (
              <Suspense>
                <ConnectionReview user={user} />
              </Suspense>
            )}
            {user.asksToConfirm && !WITHOUT_ADDRESS_BAR.includes(pathname) && (
              <Suspense>
                <AddressBar user={user} />
              </Suspense>
            )}
            <TokenBanner>
              <Outlet />
            </TokenBanner>
          </Main>
          {!wide && <BottomBar />}
          <Keys user={user} />
        </div>
      ) : (
        <div className="flex min-h-dvh flex-col">
          <header className="px-4 py-4 sm:px-8">
            <a href="/" className="inline-flex min-h-11 items-center">
              <Logo />
            </a>
          </header>
          <Main className="mx-auto px-4 pb-16">
            <Outlet />
          </Main>
          <footer className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 px-4 py-5 text-sm text-ink-2 sm:px-8">
            <Link
              to="/privacy"
              className="inline-flex min-h-11 items-center underline underline-offset-3 hover:text-ink"
            >
              {text.privacy}
            </Link>
            <ThemeChoice />
          </footer>
        </div>
      )}
      {session.state === 'user' && (
        <PasswordQuestion key={pathname} username={session.user.username} />
      )}
      <RemedyPlace />
      <ScrollRestoration getKey={scrollKey} />
    </RoleHere>
  )
}

/**
 * The main landmark. It takes the focus on navigation, so that keyboard and screen reader users
 * start on the new page.
 */
function Main({ className, children }: { className: string; children: React.ReactNode }) {
  const { pathname } = useLocation()
  const landmark = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  // Runs before the screen's own effects, so that a card that a link points to can take the focus
  // afterwards.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    landmark.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main id="innhold" ref={landmark} tabIndex={-1} className={`${MAIN} ${className}`}>
      {children}
    </main>
  )
}

function PendingLine() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      role="status"
      aria-label={text.loadingPage}
      className="fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden"
    >
      <div className="h-full w-2/5 animate-sweep bg-brand" />
    </div>
  )
}

/** A full load has no key of its own, and must not begin where another screen was left. */
const scrollKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)
