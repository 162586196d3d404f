import { createContext, use, type ReactNode } from 'react'
import { type Act, mayDo, type Role } from '#shared/access/roles'

/** The user's role in the company that the screen shows; null without a company. */
export const RoleHere = createContext<Role | null>(null)

/**
 * Returns a function that says whether the user's role may do an act. The server refuses by the same
 * table; the browser hides what would be refused.
 */
export function useMay(): (act: Act) => boolean {
  const role = use(RoleHere)
  return (act) => role !== null && mayDo(role, act)
}

/** Shows its children to those whose role may do the act. */
export function May({ act, children }: { act: Act; children: ReactNode }) {
  return useMay()(act) && children
}
