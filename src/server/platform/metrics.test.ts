import { expect, it } from 'vitest'
import type { VendorCall } from '#clients/http/transport'
import { createMetrics, type Figure } from './metrics.ts'

const call = (change: Partial<VendorCall>): VendorCall => ({
  vendor: 'fiken',
  method: 'GET',
  path: '/companies/fjordvik/contacts/4711',
  status: 200,
  durationMs: 120,
  requestId: 'r',
  startedAt: '2026-01-01T00:00:00.000Z',
  ...change,
})
const read = async (metrics: ReturnType<typeof createMetrics>, figures: readonly Figure[] = []) =>
  (await metrics.exposition(figures)).text

it('a call to a vendor is counted by what came of it, and says nothing of whom it was about', async () => {
  const metrics = createMetrics({ ofProcess: false })
  metrics.vendorCalled(call({}))
  metrics.vendorCalled(call({ status: null, error: 'unavailable', durationMs: 20_000 }))
  const text = await read(metrics)
  expect(text).toContain(
    'fakturabro_vendor_request_seconds_bucket{le="0.1",vendor="fiken",method="GET",result="200"} 0',
  )
  expect(text).toContain(
    'fakturabro_vendor_request_seconds_bucket{le="0.25",vendor="fiken",method="GET",result="200"} 1',
  )
  expect(text).toContain(
    'fakturabro_vendor_request_seconds_sum{vendor="fiken",method="GET",result="unavailable"} 20',
  )
  expect(text).not.toMatch(/fjordvik|4711/)
})

it('a figure that is over is not shown as it was, and one without samples is still named', async () => {
  const metrics = createMetrics({ ofProcess: false })
  const stopped = (samples: Figure['samples']): Figure => ({
    name: 'fakturabro_stopped_transfers',
    help: 'Stopped',
    labels: ['cause'],
    samples,
  })
  const one = [{ labels: { cause: 'fiken_down' }, value: 3 }]
  expect(await read(metrics, [stopped(one)])).toContain('{cause="fiken_down"} 3')
  const after = await read(metrics, [stopped([])])
  expect(after).toContain('# TYPE fakturabro_stopped_transfers gauge')
  expect(after).not.toContain('fiken_down')
})

it('only a draft that no person delayed is measured from its job', async () => {
  const metrics = createMetrics({ ofProcess: false })
  metrics.transferRun('completed', 1.2, 4)
  metrics.transferRun('completed', 1.2, null)
  metrics.transferRun('failed', 0.4, null)
  const text = await read(metrics)
  expect(text).toContain('fakturabro_job_to_draft_seconds_count 1')
  expect(text).toContain('fakturabro_transfer_run_seconds_count{outcome="completed"} 2')
})

it('two installations in one process do not share figures', async () => {
  const [one, other] = [createMetrics({ ofProcess: true }), createMetrics({ ofProcess: true })]
  one.slotWaited('fiken', 1)
  expect(await read(one)).toContain('fakturabro_vendor_wait_seconds_count{vendor="fiken"} 1')
  expect(await read(other)).not.toContain('{vendor="fiken"} 1')
  expect(await read(other)).toMatch(/nodejs_eventloop_lag_p99_seconds \d/)
})
