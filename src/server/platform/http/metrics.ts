/** A number to watch, with its labels. */
export interface Sample {
  labels?: Record<string, string>
  value: number
}

export interface Metric {
  name: `fakturabro_${string}` | `process_${string}`
  help: string
  type: 'counter' | 'gauge'
  samples: readonly Sample[]
}

/** The text format that Prometheus reads (exposition format 0.0.4). */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** Counts answered requests by method, route pattern (never the path: it holds ids) and status. */
export function createRequestCounter() {
  const counts = new Map<
    string,
    { labels: Record<string, string>; requests: number; seconds: number }
  >()
  return {
    count(method: string, route: string, status: number, milliseconds: number): void {
      const key = `${method} ${route} ${status}`
      const entry = counts.get(key) ?? {
        labels: { method, route, status: String(status) },
        requests: 0,
        seconds: 0,
      }
      entry.requests += 1
      entry.seconds += milliseconds / 1_000
      counts.set(key, entry)
    },
    metrics(): Metric[] {
      const all = [...counts.values()]
      return [
        {
          name: 'fakturabro_http_requests_total',
          help: 'Requests answered',
          type: 'counter',
          samples: all.map(({ labels, requests }) => ({ labels, value: requests })),
        },
        {
          name: 'fakturabro_http_request_seconds_total',
          help: 'Seconds spent answering',
          type: 'counter',
          samples: all.map(({ labels, seconds }) => ({ labels, value: seconds })),
        },
      ]
    },
  }
}

export function processMetrics(): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  return [
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of the process',
      type: 'gauge',
      samples: [{ value: rss }],
    },
    {
      name: 'process_heap_used_bytes',
      help: 'JavaScript heap in use',
      type: 'gauge',
      samples: [{ value: heapUsed }],
    },
    {
      name: 'process_uptime_seconds',
      help: 'Seconds since the start',
      type: 'gauge',
      samples: [{ value: process.uptime() }],
    },
  ]
}
