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
    now.person = person
    watchForReturn()
    return false
  }
  // The request named no company, because the only one had been enough when the page was loaded.
  if (companies.some(({ id }) => id === now.id)) {
    now.from = 'tab'
    return true
  }
  // A tab that showed a company, or was opened by a link to one, does not silently show another.
  const shownTo = now.person ?? get(() => sessionStorage, OF)
  const isOthers = now.from !== 'link' && shownTo !== null && shownTo !== person
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

/** Makes the next page begin without a company, because the user has left the one of this tab. */
export function forgetCompany(): void {
  keep(null)
  put(() => localStorage, KEPT, null)
  put(() => sessionStorage, OF, null)
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
    if (persisted && tab.hasSeveral && get(() => sessionStorage, KEPT) !== tab.id) location.reload()
  })
}
