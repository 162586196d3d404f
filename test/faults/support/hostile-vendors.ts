import type { Faults, NewFault } from '#sandbox/http/faults'

/** Equally likely faults in which the vendor does not carry out the request. */
const WAYS: NewFault[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, body: 'html' },
  { kind: 'status', status: 429 },
  { kind: 'reset' },
  { kind: 'hang' },
]
/** Faults in which the vendor carries out the request, but responds with nothing or with HTML. */
const LOST: NewFault[] = [{ kind: 'lost' }, { kind: 'html' }]

/**
 * Makes each vendor request fail with this probability; a third of the failing writes are carried
 * out. Token requests never fail: a lost response kills the grant (test/faults/grants.test.ts).
 * @param methods HTTP methods of the writes that fail
 */
export function makeHostile(
  faults: Faults,
  probability: number,
  methods: readonly string[] = ['POST', 'PUT'],
): void {
  for (const vendor of ['fiken', 'servicem8'] as const) {
    const path = vendor === 'fiken' ? '^/api/v2/' : '^/api_1.0/'
    const add = (method: string, ways: readonly NewFault[], share: number) => {
      for (const way of ways)
        faults.add({
          ...way,
          vendor,
          method,
          path,
          probability: (probability * share) / ways.length,
        })
    }
    add('GET', [...WAYS, { kind: 'truncate' }], 1)
    for (const method of methods) {
      add(method, WAYS, 2 / 3)
      add(method, LOST, 1 / 3)
    }
  }
}

/** Returns the number of occurrences of each fault, for the test output. */
export function struck(faults: Faults): string {
  const hits = new Map<string, number>()
  for (const rule of faults.rules.filter(({ hits: struck }) => struck > 0)) {
    const name = `${rule.vendor} ${rule.method} ${rule.kind}${rule.kind === 'status' ? ` ${rule.status}` : ''}`
    hits.set(name, (hits.get(name) ?? 0) + rule.hits)
  }
  return [...hits].map(([name, times]) => `${name} × ${times}`).join(', ')
}
