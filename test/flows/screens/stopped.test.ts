import { expect, test } from 'vitest'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { PLUMBER_EMAIL } from '#sandbox/seed/plumber'
import { storedCause, type CauseCode } from '#shared/causes/index'
import { clearCompanySelection } from '#shared/contracts/configuration'
import { deleteLineItem } from '#shared/contracts/transfers/lines'
import { listTransfers } from '#shared/contracts/transfers/list'
import { readStopped } from '#shared/contracts/transfers/stopped'
import { readVatMappings } from '#shared/contracts/vat'
import { startDrawerPlumber } from '../../support/people/drawer-plumber.ts'
import { completeNewJob, rateOf, ring } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'
import { consent, signUp } from '../../support/world/world.ts'

const { plumber, takeFailed, finished } = await startDrawerPlumber({ ready: 0, failed: 2 })

const stopped = (cause: CauseCode, person = plumber.person) =>
  person.call(readStopped, { query: { cause } })

test('the jobs of a cause are told with the rates of the lines that are to be invoiced', async () => {
  const ids = [takeFailed().id, takeFailed().id]
  const rate = (percent: number) => rateOf(plumber.account, percent)
  const mixed = await finished({
    lines: [
      { name: 'Ferge', displayed_amount: '312.5000', tax_rate_uuid: rate(12) },
      { name: 'Bok', displayed_amount: '100.0000', tax_rate_uuid: rate(15) },
    ],
  })
  const { jobs, waiting } = await stopped('vat_unmapped')
  expect(waiting).toBe(0)
  expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set([...ids, mixed.id]))
  const ratesOf = (id: string, of: typeof jobs) => of.find((job) => job.id === id)?.rates
  expect(ratesOf(ids[0]!, jobs)).toEqual([rate(12)])
  expect(ratesOf(mixed.id, jobs)?.toSorted()).toEqual([rate(12), rate(15)].toSorted())
  const known = await plumber.person.call(readVatMappings)
  expect(known.map(({ taxRateUuid }) => taxRateUuid)).toEqual(
    expect.arrayContaining([rate(12), rate(15)]),
  )
  await plumber.person.call(deleteLineItem, { params: { id: mixed.id, lineIndex: 1 } })
  const after = await stopped('vat_unmapped')
  expect(ratesOf(mixed.id, after.jobs)).toEqual([rate(12)])

  const stranger = await signUp(plumber.world)
  expect(await stopped('vat_unmapped', stranger)).toEqual({ jobs: [], waiting: 0 })
  expect(await stopped(storedCause('no such cause'))).toEqual({ jobs: [], waiting: 0 })
})

test('what waits for Fiken is counted until the company is confirmed, and then goes on', async () => {
  const { world, person } = plumber
  const { oauth } = world.vendors.state.fiken
  revokeSubject(oauth, PLUMBER_EMAIL)
  const job = completeNewJob(plumber, { client: 'Vestkanten Eiendom AS' })
  ring(plumber, job)
  await until('it to wait', async () => (await stopped('fiken_grant_dead')).waiting === 1)
  // A row queued later still gets the reason why it waits.
  const later = completeNewJob(plumber, { client: 'Vestkanten Eiendom AS' })
  ring(plumber, later)
  await until('both to say so', async () => {
    const rows = await person.call(listTransfers, { query: { status: 'queued' } })
    const waiting = rows.filter(({ errorCode }) => errorCode === 'fiken_grant_dead')
    return [job, later].every((uuid) => waiting.some((row) => row.servicem8JobId === uuid))
  })
  await consent(person, 'fiken')
  await until('it to wait for the company', async () => (await stopped('no_company')).waiting === 2)
  await person.call(clearCompanySelection)
  await until('it to go on', async () => (await stopped('fiken_grant_dead')).waiting === 0)
})
