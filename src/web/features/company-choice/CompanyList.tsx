import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import { ROLE_NAMES } from '#shared/access/role-names'
import type { SessionUser } from '#shared/contracts/auth'
import { TextField } from '../../ui/Field.tsx'
import { matching, nameOf, SEARCHED_FROM, type OwnCompany } from './choice-state.ts'
import { switchCompany } from './switch-company.ts'
import { text } from './text.ts'

/** The user's companies, each a button that shows it in this tab. */
export function CompanyList({
  user: { company, companies },
  onCurrent,
}: {
  user: SessionUser
  /** Called instead of loading the page when the company that is shown already is chosen. */
  onCurrent?: () => void
}) {
  const [query, setQuery] = useState('')
  const found = matching(companies, query)
  const choose = ({ id }: OwnCompany) => {
    if (id === company?.id) return onCurrent?.()
    void switchCompany(id)
  }
  return (
    <div className="grid gap-3">
      {companies.length >= SEARCHED_FROM && (
        <TextField
          label={text.search}
          hideLabel
          type="search"
          placeholder={text.search}
          autoComplete="off"
          data-first
          lead={<Search aria-hidden className="size-4" />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0]) choose(found[0])
          }}
        />
      )}
      <p role="status" className={found.length === 0 ? 'text-sm text-ink-2' : 'sr-only'}>
        {found.length === 0 && text.none}
      </p>
      <ul className="-mx-2 grid grid-cols-1 max-h-[50dvh] gap-0.5 overflow-y-auto px-2 text-left">
        {found.map((one) => {
          const isCurrent = one.id === company?.id
          return (
            <li key={one.id}>
              <button
                type="button"
                aria-current={isCurrent ? 'true' : undefined}
                className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left transition-colors hover:bg-surface-2"
                onClick={() => choose(one)}
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold wrap-anywhere">{nameOf(one)}</span>
                  <span className="block text-sm text-ink-2">
                    {ROLE_NAMES[one.role]}
                    {isCurrent && ` · ${text.current}`}
                  </span>
                </span>
                {isCurrent && <Check aria-hidden className="size-5 shrink-0 text-brand" />}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
