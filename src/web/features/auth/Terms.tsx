import { Link } from 'react-router'

/** What somebody agrees to by making an account. */
export function Terms() {
  return (
    <p className="text-sm text-ink-2">
      Ved å opprette konto godtar du at vi behandler opplysningene slik det står på siden om{' '}
      <Link to="/privacy" className="prose-link">
        personvern
      </Link>
      .
    </p>
  )
}
