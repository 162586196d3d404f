import { useLocation } from 'react-router'
import { ApiError, errorText } from '../../lib/api.ts'
import { loginPath } from '../../lib/next-path.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

export function RemedyFailure({ title, error }: { title: string; error: unknown }) {
  const { pathname, search } = useLocation()
  if (error instanceof ApiError && error.code === 'unauthenticated') {
    return (
      <Banner
        tone="bad"
        live
        title="Økten din er utløpt"
        action={
          <Button asChild size="sm">
            <a href={loginPath(pathname + search)} target="_blank" rel="noreferrer">
              Logg inn i et nytt vindu
            </a>
          </Button>
        }
      >
        Logg inn i et nytt vindu, og trykk på knappen her igjen. Det du har valgt, står.
      </Banner>
    )
  }
  return (
    <Banner tone="bad" live title={title}>
      {errorText(error)}
    </Banner>
  )
}
