import { useLocation } from 'react-router'
import { ApiError, errorText } from '../../lib/api.ts'
import { loginPath } from '../../lib/next-path.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { text } from './text.ts'

/** Why it was not done. What was chosen stays, also when the session has ended. */
export function RemedyFailure({ title, error }: { title: string; error: unknown }) {
  const { pathname, search } = useLocation()
  if (error instanceof ApiError && error.code === 'unauthenticated') {
    return (
      <Banner
        tone="bad"
        live
        title={text.expired}
        action={
          <Button asChild size="sm">
            <a href={loginPath(pathname + search)} target="_blank" rel="noreferrer">
              {text.login}
            </a>
          </Button>
        }
      >
        {text.expiredWhy}
      </Banner>
    )
  }
  return (
    <Banner tone="bad" live title={title}>
      {errorText(error)}
    </Banner>
  )
}
