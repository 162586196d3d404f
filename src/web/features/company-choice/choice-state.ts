import type { SessionUser } from '#shared/contracts/auth'
import { text } from './text.ts'

export type OwnCompany = SessionUser['companies'][number]

/** From this many companies on, the list has a search field. */
export const SEARCHED_FROM = 8

export const nameOf = ({ name }: Pick<OwnCompany, 'name'>): string => name ?? text.unnamed

/** Returns the companies whose name contains every word of the query. */
export function matching(companies: readonly OwnCompany[], query: string): readonly OwnCompany[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return companies.filter((company) => {
    const name = nameOf(company).toLowerCase()
    return words.every((word) => name.includes(word))
  })
}

/** True for an owner, and for somebody without any company. */
export const mayAdd = ({ companies }: Pick<SessionUser, 'companies'>): boolean =>
  companies.length === 0 || companies.some(({ role }) => role === 'owner')
