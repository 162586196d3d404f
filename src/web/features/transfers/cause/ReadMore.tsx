import { Link } from 'react-router'

export function ReadMore({ to, about }: { to: string; about: string }) {
  return (
    <Link
      to={to}
      className="prose-link inline-flex items-center whitespace-nowrap pointer-coarse:min-h-11"
    >
      Les mer
      <span className="sr-only"> {`om «${about}»`}</span>
    </Link>
  )
}
