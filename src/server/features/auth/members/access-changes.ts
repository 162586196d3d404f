import type { Role } from '#shared/access/roles'
import type { Db } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/caller.ts'

/** A change of who may act for a company. `who` is the name or address of the one it is about. */
export type AccessChange =
  | { kind: 'invited' | 'withdrawn'; who: string; role: Role }
  | { kind: 'accepted' | 'role_changed'; who: string; role: Role }
  | { kind: 'removed' | 'left' | 'taken_over'; who: string }

declare module '../../../platform/hooks.ts' {
  interface Moments {
    /** Runs in the transaction that changes the access. */
    accessChanged: {
      tx: Db
      companyId: string
      actor: Actor
      change: AccessChange
      at: Date
    }
    /** Runs in the transaction in which somebody's membership of the company ends. */
    membershipEnds: { tx: Db; companyId: string; personId: string; at: Date }
    /** Runs before a company gets another owner, also when one is only asked; throws to refuse. */
    changingOwner: { tx: Db; companyId: string }
  }
}
