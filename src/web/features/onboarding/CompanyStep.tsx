import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { useChooseCompany, useCompanies, useFormerCompany } from './queries.ts'
import { text } from './text.ts'

/** More companies are easier to find in a select, with their organisation numbers. */
const MOST_BUTTONS = 4

/**
 * The step for choosing the company: one button for each that the grant covers. After reconnecting
 * only the former one, since "Velg selskap" above it leads to the others.
 */
export function CompanyStep({ isNext }: { isNext: boolean }) {
  const { data, isPending } = useCompanies()
  const choose = useChooseCompany()
  const usable = data?.companies.filter(({ hasApiAccess }) => hasApiAccess) ?? []
  const former = useFormerCompany(usable)
  const companies = former ? [former] : usable
  if (isPending)
    return (
      <p role="status" className="inline-flex min-h-10 items-center text-sm text-ink-2">
        {text.companiesLoading}
      </p>
    )
  if (companies.length === 0 || companies.length > MOST_BUTTONS) {
    return (
      <Button asChild tone={isNext ? 'primary' : 'secondary'}>
        <Link to="/configuration#fiken">{text.company}</Link>
      </Button>
    )
  }
  return (
    <div role="group" aria-label={text.company} className="flex min-w-0 flex-wrap gap-2">
      {companies.map(({ slug, name }) => (
        <Button
          key={slug}
          tone={isNext && companies.length === 1 ? 'primary' : 'secondary'}
          pending={choose.isPending && choose.variables === slug}
          disabled={choose.isPending && choose.variables !== slug}
          onClick={() => choose.mutate(slug)}
        >
          {text.useCompany(name)}
        </Button>
      ))}
    </div>
  )
}
