import type { Reactions } from '../../platform/hooks.ts'
import { loseGrantsOf } from './oauth/lose-grants.ts'

export const connectionReactions: Reactions = {
  membershipEnds: (_platform, { tx, companyId, personId, at }) =>
    loseGrantsOf(tx, { companyId, personId }, at),
}
