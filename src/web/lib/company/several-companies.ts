import { COMPANY_PARAMETER } from '#shared/access/company-name'
import type { SessionUser } from '#shared/contracts/auth'
import { KEPT, tab, type Tab } from './company.ts'

/* The company that a tab shows to a user who has several, or none, or had another one before. */

/**
 * Decides which company the tab shows, and stores it.
 * @param now the company that the tab has named so far, in this request for the session too
 * @returns true if the session must be read again, because the company was not known before
 */
export function settle(
  now: Tab,
  { id: person, company, companies }: Pick<SessionUser, 'id' | 'company' | 'companies'>,
): boolean {
  now.hasSeveral = companies.length > 1
  now.isRefused = false
  if (company) {
    now.id = company.id
    now.name = now.hasSeveral ? company.name : null
    now.from = now.hasSeveral ? 'tab' : null
    keep(now.hasSeveral ? company.id : null)
    put(() => localStorage, KEPT, now.hasSeveral ? company.id : null)
    put(() => sessionStorage, OF, now.hasSeveral ? person : null)
    watchForReturn()
    return false
  }
  // A tab that showed a company, or was opened by a link to one, does not silently show another.
  const of = get(() => sessionStorage, OF)
  const isOthers =
    now.from === 'tab' ? of !== null && of !== person : now.of !== undefined && now.of !== person
  if (now.id && !isOthers) {
    now.isRefused = true
    return false
  }
  const last = get(() => localStorage, KEPT)
  const chosen = companies.length === 1 ? companies[0] : companies.find(({ id }) => id === last)
  now.id = chosen?.id ?? null
  now.from = now.id ? 'tab' : null
  now.name = null
  return now.id !== null
}

/** Loads the page again with another company, at the same screen or at another. */
export function showCompany(id: string, path = location.pathname): void {
  put(() => sessionStorage, OF, null)
  location.assign(keep(id) ? path : `${path}?${COMPANY_PARAMETER}=${id}`)
}

/** The storage key of the user for whom the tab shows the company. */
const OF = `${KEPT}-of`

function get(where: () => Storage, key: string): string | null {
  try {
    return where().getItem(key)
  } catch {
    return null
  }
}

const keep = (id: string | null) => put(() => sessionStorage, KEPT, id)

/** Returns false if the browser blocks storage. */
function put(where: () => Storage, key: string, value: string | null): boolean {
  try {
    if (value === null) where().removeItem(key)
    else where().setItem(key, value)
    return true
  } catch {
    return false
  }
}

let watches = false

/** A page that the browser has kept for the back button can be older than a switch. */
function watchForReturn(): void {
  if (watches) return
  watches = true
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && tab.hasSeveral && sessionStorage.getItem(KEPT) !== tab.id) location.reload()
  })
}
