import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { VendorCall } from '#clients/http/transport'

/** A metric of the whole installation, read from the database at each request to /metrics. */
export interface Figure {
  name: `fakturabro_${string}`
  help: string
  labels: readonly string[]
  samples: readonly { labels?: Record<string, string>; value: number }[]
}

export interface Metrics {
  /**
   * Counts a request and its duration.
   * @param route the route's pattern, never the path, which contains ids
   */
  requestAnswered(route: { method: string; route: string; status: number }, seconds: number): void
  vendorCalled(call: VendorCall): void
  slotWaited(vendor: string, seconds: number): void
  /**
   * Records a run of a transfer.
   * @param run seconds from the claim to the end of one run
   * @param sinceArrival seconds from the webhook to the draft; null if a user's action came in
   * between
   */
  transferRun(outcome: string, run: number, sinceArrival: number | null): void
  exposition(figures: readonly Figure[]): Promise<{ contentType: string; text: string }>
}

/**
 * The upper bounds in seconds of the buckets for requests, from the fastest response with the
 * embedded database to longer than a user at a screen waits.
 */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/**
 * The upper bounds in seconds of the buckets for vendors' responses, which take tenths of a second;
 * requests are given up after half a minute.
 */
const VENDOR_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60]
const WAIT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
/**
 * The upper bounds in seconds of the buckets for drafts, up to one hour, because drafts wait until
 * a vendor is available again.
 */
const DRAFT_BUCKETS = [1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3_600]

/**
 * Creates the metrics.
 * @param options.ofProcess when true, also measures the process itself (memory, event loop, garbage
 * collection), which needs a timer
 */
export function createMetrics({ ofProcess }: { ofProcess: boolean }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'fakturabro_http_request_seconds',
    help: 'Answered requests by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const vendorCalls = new Histogram({
    name: 'fakturabro_vendor_request_seconds',
    help: 'HTTP attempts at vendors by what came of them: a status, or the kind of failure without one',
    labelNames: ['vendor', 'method', 'result'] as const,
    buckets: VENDOR_BUCKETS,
    registers,
  })
  const waits = new Histogram({
    name: 'fakturabro_vendor_wait_seconds',
    help: 'How long a request to a vendor waited until the limiter let it go',
    labelNames: ['vendor'] as const,
    buckets: WAIT_BUCKETS,
    registers,
  })
  const runs = new Histogram({
    name: 'fakturabro_transfer_run_seconds',
    help: 'Runs of transfers, from the claim to the ending, by outcome',
    labelNames: ['outcome'] as const,
    buckets: DRAFT_BUCKETS,
    registers,
  })
  const arrivals = new Histogram({
    name: 'fakturabro_job_to_draft_seconds',
    help: 'From the ping of a completed job to its draft, where no person came between',
    buckets: DRAFT_BUCKETS,
    registers,
  })
  const gauges = new Map<string, Gauge>()

  function show({ name, help, labels: labelNames, samples }: Figure): void {
    const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames, registers })
    gauges.set(name, gauge)
    // Labels without a new sample must not stay in the output.
    gauge.reset()
    for (const { labels = {}, value } of samples) gauge.set(labels, value)
  }

  return {
    requestAnswered: ({ method, route, status }, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    vendorCalled: ({ vendor, method, status, error, durationMs }) =>
      vendorCalls.observe(
        { vendor, method, result: status === null ? (error ?? 'none') : String(status) },
        durationMs / 1_000,
      ),
    slotWaited: (vendor, seconds) => waits.observe({ vendor }, seconds),
    transferRun: (outcome, run, sinceArrival) => {
      runs.observe({ outcome }, run)
      if (sinceArrival !== null) arrivals.observe(sinceArrival)
    },
    exposition: async (figures) => {
      for (const figure of figures) show(figure)
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
