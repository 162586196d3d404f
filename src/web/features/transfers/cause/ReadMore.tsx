import { Link } from 'react-router'
import { text } from '../text.ts'

/** To what the help says of a cause. */
export function ReadMore({ to, about }: { to: string; about: string }) {
  return (
    <Link
      to={to}
      className="prose-link inline-flex items-center whitespace-nowrap pointer-coarse:min-h-11"
    >
      {text.readMore}
      <span className="sr-only"> {text.readMoreOf(about)}</span>
    </Link>
  )
}
