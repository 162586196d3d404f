import { useQuery } from '@tanstack/react-query'
import { readOperator } from '#shared/contracts/public'
import { reading } from '../../lib/query-client.ts'
import { text } from './text.ts'

/** The operator's contact address, or a notice that the operator has given none. */
export function Contact() {
  const { data } = useQuery(reading(readOperator, {}))
  if (!data) return null
  if (data.isExample) return <p className="text-sm text-ink-2">{text.noContact}</p>
  return (
    <div className="text-sm">
      <p>
        {text.contactAs(data.name)}{' '}
        <a
          className="prose-link inline-flex items-center font-semibold pointer-coarse:min-h-11"
          href={`mailto:${data.email}?subject=${encodeURIComponent(text.contactSubject)}`}
        >
          {data.email}
        </a>
      </p>
      <p className="text-ink-2">{text.contactHint}</p>
    </div>
  )
}
