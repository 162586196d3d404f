import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { completeJob } from '#sandbox/servicem8/workshop'
import { makeCollective } from '#shared/contracts/collective'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import {
  completeSet,
  collectiveCustomer,
  makeDrafts,
} from '../../support/people/collective-customer.ts'
import { report } from '../../support/report.ts'
import { LONGEST_WAIT_MS, until } from '../../support/wait.ts'
import { SHORT_WAITS } from '../../support/world/limiters.ts'
import { startProcessWorld } from '../../support/world/process.ts'
import { waitsForSet, perform, rested, sequences, type Actor } from '../support/sequences.ts'
import { restDifferences, sharedDifferences } from '../support/shared-drafts.ts'

/** Reads a number from the environment; FAULT_SEED, for example, repeats a failed run. */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const SEED = number('FAULT_SEED', 20_261_126)
const ON_SERVER = Boolean(process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'])
/** True if sequences include kills: not with the embedded database, whose restarts are too slow. */
const KILLS = number('FAULT_KILLS', ON_SERVER ? 1 : 0) > 0
const SEQUENCES = number('FAULT_SEQUENCES', 16)
const PATIENCE_MS = LONGEST_WAIT_MS

let people = 0

report(`FAULT_SEED=${SEED} FAULT_SEQUENCES=${SEQUENCES} FAULT_KILLS=${Number(KILLS)}`)
const world = await startProcessWorld({
  byDay: true,
  overrides: { ...SHORT_WAITS, ladderScale: 0.005, tickMs: 300 },
})
// ServiceM8's webhook retries outlast a restart of the server.
world.vendors.settings.servicem8.webhookRetryMs = Array.from({ length: 60 }, () => 500)

/** Makes a user with three jobs that wait for a collective draft or, if `isMade`, are on one. */
async function actor(isMade: boolean): Promise<Actor> {
  people += 1
  const customer = await collectiveCustomer(world, `Rekkefølge ${people} AS`)
  const rows = await completeSet(customer, [{}, { prices: ['333.3300', '66.6700'] }, {}])
  if (isMade) await makeDrafts(customer, rows)
  const jobs = rows.map(({ servicem8JobId }) => servicem8JobId)
  return { ...customer, jobs, isChosen: true, underWay: [] }
}

async function expectSettled(one: Actor): Promise<void> {
  world.vendors.faults.clear()
  const rows = await rested(one, PATIENCE_MS)
  expect(restDifferences(one.tenant, one, rows)).toEqual([])
}

async function expectAllCanBeMade(one: Actor): Promise<void> {
  const { visitor, tenant } = one
  for (const job of one.jobs)
    if (tenant.account.tables.job[job]?.status !== 'Completed')
      completeJob(world.vendors, tenant.account, job)
  await perform(world, one, { rests: true, act: { do: 'choose', apart: false } })
  await until(
    'all jobs to be on drafts',
    async () => {
      const rows = await rested(one, PATIENCE_MS)
      const open = rows.filter(({ status }) => status !== 'completed')
      const ids = open.filter(waitsForSet).map(({ id }) => id)
      if (ids.length > 0) await visitor.tryCall(makeCollective, { body: { ids } })
      for (const { id, status, errorCode, fikenDraftUuid } of open) {
        const { company } = tenant
        const draft = company.drafts.find(({ uuid }) => uuid === fikenDraftUuid)
        // The user does what each row asks the user to do.
        if (errorCode === 'draft_apart' && draft) deleteDraft(world.vendors, company, draft)
        if (status === 'failed') await visitor.tryCall(retryTransfer, { params: { id } })
      }
      if (open.length > 0)
        throw new Error(
          JSON.stringify(open.map((row) => [row.status, row.pendingReason, row.errorCode])),
        )
      return true
    },
    PATIENCE_MS,
  )
  const rows = await rested(one)
  expect(sharedDifferences(tenant, one.jobs, rows)).toEqual([])
}

test(
  `whatever is done with the jobs of a collective draft, in any order, each is on one draft or says what it waits for (FAULT_SEED=${SEED})`,
  async () => {
    let steps = 0
    await fc.assert(
      fc.asyncProperty(fc.boolean(), sequences({ kills: KILLS }), async (isMade, sequence) => {
        const one = await actor(isMade)
        for (const step of sequence) await perform(world, one, step)
        await expectSettled(one)
        await expectAllCanBeMade(one)
        steps += sequence.length
      }),
      // Failures are not shrunk, because each shorter sequence would take minutes.
      { seed: SEED, numRuns: SEQUENCES, endOnFailure: true },
    )
    const { ledger } = world.vendors
    const count = (method: string) =>
      ledger.entries.filter((one) => one.method === method && /\/drafts(\/|$)/.test(one.path))
        .length
    report(
      `${SEQUENCES} sequences of ${steps} steps: ${count('POST')} drafts asked for, ${count('PUT')} updated, ${count('DELETE')} deleted`,
    )
    expect(ledger.overlaps).toBe(0)
  },
  600_000 + SEQUENCES * 30_000,
)
