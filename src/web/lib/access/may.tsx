import { createContext, lazy, Suspense, use, type ReactNode } from 'react'
import { type Act, mayDo, type Role } from '#shared/access/roles'

// Most users are owners, who never need the sentences.
const AskOwner = lazy(() => import('./AskOwner.tsx'))

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

interface MayProps {
  act: Act
  /** True where the others read whom to ask, because something asks for the act. */
  asks?: boolean
  children?: ReactNode
}

/** Shows its children to those whose role may do the act. */
export function May({ act, asks = false, children }: MayProps) {
  if (useMay()(act)) return children
  return (
    asks && (
      <Suspense fallback={<p className="text-sm">&nbsp;</p>}>
        <AskOwner act={act} />
      </Suspense>
    )
  )
}
