import { describe, expect, test } from 'vitest'
import type { CauseCode } from '#shared/causes/index'
import { restoreTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers, readCauses } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { readTask } from '#shared/contracts/tasks'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import { heldAt } from '../../support/world/held-runs.ts'
import type { Visitor } from '../../support/people/browserless.ts'
import { actOnAll } from '../../support/people/bulk.ts'
import { atRest } from '../../support/people/plumber.ts'
import { startDrawerPlumber } from '../../support/people/drawer-plumber.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

const { plumber, takeReady, takeFailed, finished, read, undo } = await startDrawerPlumber({
  ready: 6,
  failed: 3,
})

const act = (body: { act: 'retry' | 'skip'; ids?: string[]; cause?: CauseCode }) =>
  actOnAll(plumber.person, body)

describe('many at the same time', () => {
  test('are retried or skipped, each with its outcome; what is in the queue, runs or is done is left alone', async () => {
    const broken = takeFailed()
    const done = takeReady()
    const waiting = takeReady()
    await undo(waiting)
    const running = await heldAt(plumber, 'check')
    const ids = [broken.id, done.id, waiting.id, running.row.id]
    const skipped = await act({ act: 'skip', ids })
    expect(skipped.summary).toBe('2 overføringer er hoppet over, 2 er ikke endret.')
    expect(
      Object.fromEntries(
        skipped.items.map(({ subject, status, message }) => [
          subject,
          status === 'done' || message,
        ]),
      ),
    ).toEqual({
      [broken.id]: true,
      [done.id]: 'Er allerede overført.',
      [waiting.id]: true,
      [running.row.id]: 'Overføres akkurat nå.',
    })
    running.goOn()
    await atRest(plumber, running.jobUuid)
    for (const id of [broken.id, waiting.id])
      await plumber.person.call(restoreTransfer, { params: { id } })
    const retried = await act({ act: 'retry', ids: [waiting.id, waiting.id, done.id] })
    expect(retried).toMatchObject({ counts: { done: 1, total: 2 } })
    await until('it to be sent', async () => (await read(waiting)).status === 'completed')
    const stranger = await signUp(plumber.world)
    const refusal = async (person: Visitor, body: { act: 'skip'; ids?: string[] }) =>
      (await person.tryCall(actOnMany, { body })).status
    expect(await refusal(stranger, { act: 'skip', ids })).toBe(404)
    expect(await refusal(plumber.person, { act: 'skip' })).toBe(400)
    const tooMany = Array.from({ length: 1_001 }, () => waiting.id)
    const refused = await plumber.person.tryCall(actOnMany, { body: { act: 'skip', ids: tooMany } })
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Velg høyst 1.000 om gangen$/) as string },
    })
  })

  test('that failed with one cause are counted together, listed, retried together and exported without formulas', async () => {
    await finished({ fields: { purchase_order_number: '=1+1' } })
    const count = 3
    expect(await plumber.person.call(readCauses)).toContainEqual({
      code: 'vat_unmapped',
      count,
      failed: count,
    })
    const listed = await plumber.person.call(listTransfers, {
      query: { cause: 'vat_unmapped', sort: 'oldest' },
    })
    expect(listed).toHaveLength(count)
    expect(listed.map(({ createdAt }) => createdAt)).toEqual(
      listed.map(({ createdAt }) => createdAt).sort(),
    )
    const task = await act({ act: 'retry', cause: 'vat_unmapped' })
    expect(task).toMatchObject({
      summary: `${count} jobber er satt i kø.`,
      counts: { total: count, done: count },
    })
    const again = (row: Transfer) => row.retryCount > 0 && row.status === 'failed'
    await until('all of them to fail again', async () =>
      (await Promise.all(listed.map(read))).every(again),
    )
    // The jobs were queued successfully, and the task also reports their outcome.
    const after = await plumber.person.call(readTask, { params: { id: task.id } })
    expect(after).toMatchObject({
      outcome: `${count} feilet`,
      results: { underWay: 0, drafts: 0, failed: count },
    })
    expect(after.items.map(({ became }) => became)).toEqual(listed.map(() => 'failed'))
    expect(new Set(after.items.map(({ message }) => message)).size).toBe(1)

    const file = await plumber.person.fetch('/api/transfers/export')
    expect(file.headers.get('content-disposition')).toMatch(/overforinger-\d{4}-\d\d-\d\d\.csv/)
    const text = Buffer.from(await file.arrayBuffer()).toString('utf8')
    const all = await plumber.person.call(listTransfers, { query: { limit: 500 } })
    expect(text.split('\r\n')).toHaveLength(all.length + 2)
    expect(text.startsWith('\uFEFFJobb;Kunde;Status;Beløp;')).toBe(true)
    expect(text).toContain(";'=1+1;")
    const failures = await plumber.person.fetch(
      '/api/transfers/export?status=failed&cause=vat_unmapped',
    )
    expect((await failures.text()).match(/MVA-satsen er ikke koblet til Fiken/g)).toHaveLength(
      count,
    )
    expect((await plumber.world.visitor().fetch('/api/transfers/export')).status).toBe(401)
  })

  test('are sorted by amount and age, page by page, nothing twice', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        plumber.person.call(listTransfers, { query: { limit: 3, page, sort: 'largest' } }),
      ),
    )
    const amounts = pages.flat().map(({ amount }) => amount ?? 0)
    expect(amounts).toEqual([...amounts].sort((one, other) => other - one))
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(9)
  })
})
