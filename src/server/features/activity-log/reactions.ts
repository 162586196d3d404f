import { ROLE_NAMES } from '#shared/access/role-names'
import type { Reactions } from '../../platform/hooks.ts'
import type { AccessChange } from '../auth/members/access-changes.ts'
import { recordActivity } from './record.ts'

export const activityReactions: Reactions = {
  accessChanged: (_platform, { tx, companyId, actor, change, at }) =>
    recordActivity(tx, {
      companyId,
      actor,
      type: 'configuration',
      action: `access_${change.kind}`,
      description: sentenceOf(change),
      success: true,
      at,
    }),
}

function sentenceOf(change: AccessChange): string {
  const { kind, who } = change
  switch (kind) {
    case 'invited':
      return change.role === 'owner'
        ? `${who} er spurt om å ta over firmaet`
        : `${who} er invitert med rollen ${ROLE_NAMES[change.role]}`
    case 'withdrawn':
      return `Invitasjonen til ${who} er trukket tilbake`
    case 'accepted':
      return `${who} har fått tilgang med rollen ${ROLE_NAMES[change.role]}`
    case 'role_changed':
      return `${who} har fått rollen ${ROLE_NAMES[change.role]}`
    case 'removed':
      return `${who} har ikke tilgang lenger`
    case 'left':
      return `${who} har gitt fra seg tilgangen`
    case 'taken_over':
      return `${who} er ny eier av firmaet`
  }
}
