import { formatLongDate } from '#shared/dates'
import { billedClientOf, choiceOf } from '../../../collective/queries.ts'
import type { Run } from '../context.ts'
import { Ending } from '../ending.ts'
import type { Prepared } from '../prepare.ts'

/**
 * A job of a customer for whom one draft takes all: right and ready, it begins to wait for the others.
 * Null for one that goes alone. So does one with a deposit taken off, or that stands for a credited
 * invoice: both are about this job, and an invoice names one.
 */
export async function waitForSet(run: Run, { snapshot }: Prepared): Promise<Ending | null> {
  const { row, platform } = run
  if (row.overruled.includes('collective') || row.deposit !== null || row.replaces !== null)
    return null
  const client = billedClientOf(snapshot)
  const choice = client === null ? null : await choiceOf(platform.db, row.userId, client)
  if (choice === null) return null
  const when = choice.nextOn === null ? '' : ` ${formatLongDate(choice.nextOn)}`
  return new Ending(
    { kind: 'waiting', reason: 'collective' },
    `Jobben er klar, og venter på samlefaktura${when}`,
  )
}
