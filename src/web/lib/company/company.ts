import { COMPANY_PARAMETER } from '#shared/access/company-name'
import type { SessionUser } from '#shared/contracts/auth'

/*
 * The company that this tab shows. It stays the same as long as the page is loaded: another company
 * is shown by loading the page again, so that nothing of the former remains. What only users with
 * several companies need is in several-companies.ts.
 */

/** The storage key, in the tab's storage and, for new tabs, in that of the browser. */
export const KEPT = 'company'

export const tab = {
  /** Null before the company is known. */
  id: null as string | null,
  /** Where the id comes from; null for the only company of the user. */
  from: null as 'link' | 'tab' | null,
  /** The name, if it has been shown to a user with several companies. */
  name: null as string | null,
  hasSeveral: false,
  /** The person for whom the company is shown: another who logs in here gets their own. */
  person: null as string | null,
  /** True if the user has no access to the company, or no longer. */
  isRefused: false,
}
export type Tab = typeof tab

export const companyNow = () => tab.id

/** Returns the name of a thing of this company among what the browser stores and remembers. */
export const ofCompany = (what: string) => `${tab.id} ${what}`

/** Returns the title of the page, with the company if the user has several. */
export const pageTitle = (title: string) =>
  `${title}${tab.name ? ` – ${tab.name}` : ''} – Fakturabro`

/** Begins with the company that the address names, else with the one that this tab showed. */
export function beginWithCompany(): void {
  const url = new URL(location.href)
  tab.id = url.searchParams.get(COMPANY_PARAMETER)
  if (tab.id) {
    tab.from = 'link'
    url.searchParams.delete(COMPANY_PARAMETER)
    return history.replaceState(null, '', url)
  }
  try {
    tab.id = sessionStorage.getItem(KEPT)
  } catch {
    // The browser can block storage; the user then chooses after every page load.
  }
  if (tab.id) tab.from = 'tab'
}

/**
 * Settles for a company when the session has been read.
 * @returns true if the session must be read again, because the company was not known before
 */
export async function settleCompany(user: SessionUser): Promise<boolean> {
  if (tab.from || !user.company || user.companies.length > 1)
    return (await import('./several-companies.ts')).settle(tab, user)
  tab.id = user.company.id
  tab.person = user.id
  return false
}
