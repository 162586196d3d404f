import { Link } from 'react-router'

interface JobLinkProps {
  /** Of its transfer. */
  id: string
  title: string
  /** The way may lead to the page that the dialog lies over. */
  onFollow: () => void
}

/** A job that a dialog names, with the way to it. */
export function JobLink({ id, title, onFollow }: JobLinkProps) {
  return (
    <Link className="prose-link font-semibold" to={`/transfers?jobb=${id}`} onClick={onFollow}>
      {title}
    </Link>
  )
}
