import type { Act } from '#shared/access/roles'
import { askTheOwner } from '#shared/access/role-refusal'

/** Tells somebody whose role may not do the act whom to ask. */
export default function AskOwner({ act }: { act: Act }) {
  return <p className="text-sm">{askTheOwner(act)}</p>
}
