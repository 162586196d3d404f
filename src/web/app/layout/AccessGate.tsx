import { Suspense } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { loginPath } from '../../lib/next-path.ts'
import { hadSession, useSession } from '../../lib/session.ts'
import { AccessCard } from '../../ui/AccessCard.tsx'
import { Button } from '../../ui/Button.tsx'
import { Companies } from '../companies.ts'
import { SCREENS } from '../screens.ts'
import { text } from './text.ts'

function explanation(path: string): string {
  if (path === '/') return text.accessDashboard
  return path === '/configuration' && hadSession() ? text.accessConfiguration : text.accessOther
}

/** Shows the screens to logged-in users, and a card with a login link to others (rule 18). */
export function AccessGate() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.state === 'loading') return null
  if (session.state === 'none') {
    const login =
      pathname === '/' ? (
        <a href="/api/auth/servicem8">{text.login}</a>
      ) : (
        <Link to={loginPath(pathname + search + hash)}>{text.login}</Link>
      )
    return (
      <AccessCard
        title={text.accessTitle}
        why={explanation(pathname)}
        action={
          <Button asChild tone="primary">
            {login}
          </Button>
        }
      />
    )
  }
  const screen = SCREENS.find((known) => known.path === pathname)
  if (screen?.access === 'admin' && !session.user.isAdmin)
    return <AccessCard title={text.adminTitle} why={text.adminText} />
  // Somebody without any company still has a log-in to change or delete.
  const ownLogIn = screen?.path === '/profile' && session.user.companies.length === 0
  const needsCompany = screen?.access !== 'admin' && !screen?.forSeveral && !ownLogIn
  if (!session.user.company && needsCompany)
    return (
      <Suspense>
        <Companies user={session.user} shows="needed" />
      </Suspense>
    )
  // What a former user has typed is not shown to another who has logged in meanwhile.
  return <Outlet key={session.user.id} />
}
