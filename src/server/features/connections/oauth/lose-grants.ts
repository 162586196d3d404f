import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/http-error.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { findGrant } from '../grant-store.ts'
import { type HowLost, lostText } from '../grant-words.ts'
import {
  anyOfCompany,
  type Ending,
  leaveGrants,
  type Pointers,
  pointersOf,
} from '../pointer-store.ts'
import { afterOwnTurn, endGrant } from './end-grant.ts'

/**
 * Ends a person's own grant at Fiken, and its use by all companies.
 * @throws HttpError 404 when the person has no such grant
 */
export async function endOwnGrant(
  platform: Platform,
  actor: Actor,
  grantId: string,
): Promise<string> {
  const at = instant(platform.clock)
  const { companyIds, ending } = await platform.db.transaction((tx) =>
    loseGrants(
      tx,
      pointersOf({ personId: actor.id, grantId }),
      { how: 'ended', actor },
      { at, endAt: afterOwnTurn(at) },
    ),
  )
  for (const companyId of companyIds)
    platform.live.publish(companyId, 'status', 'connections', 'transfers', 'stats', 'activity')
  const grant = ending[0] ? await findGrant(platform.db, ending[0]) : null
  if (!grant) throw notFound('Tilgangen er allerede avsluttet.')
  return (await endGrant(platform, grant, { interactive: true }))
    ? 'Tilgangen til Fiken er avsluttet.'
    : 'Tilgangen er avsluttet her, men Fiken bekreftet det ikke. Fjern den i Fiken under Rediger konto → Sikkerhet → Apper du har gitt tilgang til.'
}

/** Takes the person's grants from the company, whose member the person no longer is. */
export async function loseGrantsOf(
  tx: Db,
  { companyId, personId }: { companyId: string; personId: string },
  at: Date,
): Promise<void> {
  await loseGrants(tx, pointersOf({ personId, companyId }), { how: 'left', actor: null }, { at })
}

/** Ends every use of grants by a company that is deleted. */
export async function forgetConnections(tx: Db, companyId: string, at: Date): Promise<void> {
  await leaveGrants(tx, anyOfCompany(companyId), { status: 'disconnected' }, { at })
}

/**
 * Takes grants at Fiken from the companies that use them. Their jobs wait for a new consent, as when
 * Fiken ends a grant, and their people get the mail about that.
 */
async function loseGrants(
  tx: Db,
  which: Pointers,
  { how, actor }: { how: HowLost; actor: Actor | null },
  when: Ending,
): Promise<{ companyIds: string[]; ending: string[] }> {
  const problem = lostText(how)
  const lost = await leaveGrants(tx, which, { status: 'reauth_required', problem }, when)
  for (const companyId of lost.companyIds)
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'oauth',
      action: `fiken_grant_${how}`,
      description: problem,
      success: false,
      at: when.at,
    })
  return lost
}
