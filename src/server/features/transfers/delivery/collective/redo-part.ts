import { jobTitle } from '#shared/transfer-display'
import { collectiveDraftUuid } from '../../../drafts/draft-uuid.ts'
import { wasSent } from '../../queries.ts'
import { enter, write } from '../context.ts'
import { Ending, failed } from '../ending.ts'
import { lookUpSent, settleFormerCompany } from '../look-up.ts'
import { makeDraft } from '../make-draft.ts'
import { prepare } from '../prepare.ts'
import { watchAll, withShares } from './form-set.ts'
import { dividePart, planPart, type Ready } from './plan-part.ts'
import type { Member, PartEnded } from './as-one.ts'

/**
 * A part whose draft is there, or may be: it is looked up, its jobs are read and built again, and what
 * is there is adopted or updated. Its jobs stay the same until the outcome is known; what is wrong with
 * one of them holds all.
 */
export async function redoPart(members: readonly Member[]): Promise<PartEnded> {
  const [{ run }, ...rest] = members as [Member, ...Member[]]
  const others = rest.map(({ row }) => row)
  refuseIncomplete(members)
  const former = await settleFormerCompany(run)
  if (former) return { ending: former }
  // Gone from the former company: it is formed again, for the one that is chosen now.
  if (!wasSent(run.row)) {
    const text = 'Samlefakturaen settes sammen på nytt'
    return { ending: new Ending({ kind: 'released', attempts: run.row.attempts }, text) }
  }
  const there = await lookUpSent(run)
  if (there instanceof Ending) return { ending: there }
  // What was looked up belongs to all rows; what each job is, to its own.
  if (Object.keys(run.pendingPatch).length > 0) await write(run)
  const ready: Ready[] = []
  for (const member of members) {
    const own = member.run
    own.others = []
    const prepared = await prepare(own, there)
    if (Object.keys(own.pendingPatch).length > 0) await write(own)
    if (prepared instanceof Ending) {
      run.others = others
      return { ending: ofAll(member, prepared) }
    }
    ready.push({ ...member, prepared })
  }
  run.others = others
  const [part = [], ...apart] = dividePart(ready, { byPurchaseOrder: false, mostLines: Infinity })
  if (apart.length > 0)
    return {
      ending: failed(
        'draft_differs',
        'Jobbene på samlefakturaen har ikke lenger samme mottaker. Slett utkastet i Fiken og trykk «Prøv igjen», så blir det ett for hver.',
      ),
    }
  enter(run, 'send', 'Ser etter samlefakturaen i Fiken')
  const ending = await makeDraft(run, planPart(part), {
    watch: there ? null : watchAll(part),
    there,
  })
  return withShares(part, ending)
}

/**
 * A draft is only ever written with all of its jobs: with fewer it would be another one, under another
 * uuid.
 *
 * @throws Error: a fault of ours
 */
function refuseIncomplete(members: readonly Member[]): void {
  const [{ row }] = members as [Member, ...Member[]]
  const uuid = collectiveDraftUuid({
    accountUuid: row.servicem8AccountId,
    fikenCompanySlug: row.fikenCompanySlug ?? '',
    jobs: members.map((one) => ({
      jobUuid: one.row.servicem8JobId,
      revision: one.row.revision,
    })),
  })
  if (uuid !== row.fikenDraftUuid) throw new Error('A job is missing from its collective draft')
}

/** What is wrong with one job holds all of them, and they say which. */
function ofAll({ run }: Member, { outcome, text, patch }: Ending): Ending {
  const title = jobTitle(run.row.servicem8Data, run.row.servicem8JobId)
  const said = `${title}: ${text}`
  return outcome.kind === 'failed'
    ? failed(outcome.cause, said, patch)
    : new Ending(outcome, said, patch)
}
