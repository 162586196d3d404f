import { CircleAlert } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'

const text = {
  notFoundTitle: '404 Page Not Found',
  notFoundText: 'Did you forget to add the page to the router?',
  toFront: 'Til forsiden',
} as const

export function NotFoundPage() {
  return (
    <div className="mx-auto my-8 max-w-md rounded-card border border-line bg-surface p-6">
      <title>{text.notFoundTitle}</title>
      <h1 className="flex items-center gap-2.5 text-xl font-semibold">
        <CircleAlert aria-hidden className="size-6 text-bad" />
        {text.notFoundTitle}
      </h1>
      <p className="mt-2 mb-5 text-ink-2">{text.notFoundText}</p>
      <Button asChild>
        {/* A plain link, not a router link: visitors who are not logged in get the landing page
            at "/" from the server. */}
        <a href="/">{text.toFront}</a>
      </Button>
    </div>
  )
}
