import { Link } from 'react-router'
import type { SessionUser } from '#shared/contracts/auth'
import { tab } from '../../lib/company/company.ts'
import { leave } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { mayAdd } from './choice-state.ts'
import { CompanyList } from './CompanyList.tsx'
import { text } from './text.ts'

/**
 * Shown instead of a screen while it is not known for which company, or after the user has lost the
 * access to the company that the screen showed.
 */
export function CompanyNeeded({ user, onAdd }: { user: SessionUser; onAdd: () => void }) {
  const isEmpty = user.companies.length === 0
  const title = tab.isRefused ? text.lostTitle(tab.name) : isEmpty ? text.emptyTitle : text.choose
  const why = isEmpty ? text.emptyWhy : tab.isRefused ? text.lostWhy : text.chooseWhy
  return (
    <div className="mx-auto my-4 grid w-full max-w-md gap-5 rounded-card border border-line bg-surface p-5 sm:my-8 sm:p-6">
      <title>{`${title} – Fakturabro`}</title>
      <div role="status">
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="mt-1.5 text-ink-2">{why}</p>
      </div>
      {!isEmpty && <CompanyList user={user} />}
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        {mayAdd(user) && (
          <Button tone={isEmpty ? 'primary' : 'secondary'} onClick={onAdd}>
            {isEmpty ? text.create : text.add}
          </Button>
        )}
        {isEmpty && (
          <Button asChild tone="ghost">
            <Link to="/profile">{text.profile}</Link>
          </Button>
        )}
        <Button tone="ghost" onClick={() => void leave()}>
          {text.logout}
        </Button>
      </div>
    </div>
  )
}
