export type Vendor = 'servicem8' | 'fiken' | 'brreg'

export interface LedgerEntry {
  seq: number
  /** Epoch milliseconds by the real clock, from which request rates are computed. */
  at: number
  ms: number
  vendor: Vendor
  /** ServiceM8 account uuid or Fiken e-mail; "" = not signed in. */
  who: string
  method: string
  path: string
  query: string
  /** The route pattern, e.g. "/api/v2/companies/:slug/invoices/drafts". */
  route: string
  requestId: string
  /** The response's status; 0 when the client received none (timeout, reset, lost response). */
  status: number
  /** The fault that affected the request; "" for none. */
  fault: string
  /** Number of requests of the same Fiken user in progress, including this request. */
  inFlight: number
  /** The request's body; present only when capture is on, like the fields below. */
  requestBody?: string
  requestType?: string
  responseBody?: string
  responseType?: string
  responseHeaders?: Record<string, string>
}

export interface Ledger {
  entries: LedgerEntry[]
  /** Number of all requests, including those no longer kept in `entries`. */
  total: number
  /** Number of Fiken requests that began while another request of the same user was in progress. */
  overlaps: number
  /** Number of Fiken requests that were the fifth or later within one second. */
  tooFast: number
  maxInFlight: Record<string, number>
  draftsCreated: { at: number; slug: string; uuid: string; draftId: number; user: string }[]
  invoicesCreated: { at: number; slug: string; invoiceId: number; draftUuid: string }[]
  draftsRefused: number
  /** All files that Fiken has accepted, with the names with which they were sent. */
  filesAdded: {
    at: number
    slug: string
    place: 'draft' | 'invoice'
    /** The id of the draft or invoice. */
    id: number
    name: string
    bytes: number
    kind: 'png' | 'jpeg' | 'gif' | 'pdf' | 'unknown'
  }[]
  webhooks: {
    at: number
    account: string
    subject: string
    uuid: string
    url: string
    attempt: number
    status: number
  }[]
  capture: boolean
  begin: (
    entry: Omit<LedgerEntry, 'seq' | 'at' | 'ms' | 'status' | 'fault' | 'inFlight'>,
  ) => LedgerEntry
  /** Counts a Fiken user's new request; returns that user's requests in progress. */
  enter: (user: string) => number
  leave: (user: string) => void
  reset: () => void
  summary: () => LedgerSummary
}

export interface LedgerSummary {
  total: number
  overlaps: number
  tooFast: number
  maxInFlight: Record<string, number>
  /** Number of requests by route, e.g. "fiken GET /api/v2/companies". */
  byRoute: Record<string, number>
  byStatus: Record<string, number>
  /** Number of requests by "vendor who", where `who` is the caller. */
  byUser: Record<string, number>
  /** Maximum number of Fiken requests that began within any one second, by user. */
  maxPerSecond: Record<string, number>
  draftsCreated: number
  draftsRefused: number
  invoicesCreated: number
  webhooks: number
}

const KEEP = 100_000

export function createLedger(): Ledger {
  const inFlight = new Map<string, number>()
  const ledger: Ledger = {
    entries: [],
    total: 0,
    overlaps: 0,
    tooFast: 0,
    maxInFlight: {},
    draftsCreated: [],
    invoicesCreated: [],
    draftsRefused: 0,
    filesAdded: [],
    webhooks: [],
    capture: false,
    begin(entry) {
      ledger.total += 1
      const full: LedgerEntry = {
        ...entry,
        seq: ledger.total,
        at: Date.now(),
        ms: 0,
        status: 0,
        fault: '',
        inFlight: 0,
      }
      ledger.entries.push(full)
      if (ledger.entries.length > KEEP * 1.1) ledger.entries.splice(0, ledger.entries.length - KEEP)
      return full
    },
    enter(user) {
      const count = (inFlight.get(user) ?? 0) + 1
      inFlight.set(user, count)
      if (count > 1) ledger.overlaps += 1
      ledger.maxInFlight[user] = Math.max(ledger.maxInFlight[user] ?? 0, count)
      return count
    },
    leave(user) {
      inFlight.set(user, Math.max(0, (inFlight.get(user) ?? 0) - 1))
    },
    reset() {
      ledger.entries = []
      ledger.total = 0
      ledger.overlaps = 0
      ledger.tooFast = 0
      ledger.maxInFlight = {}
      ledger.draftsCreated = []
      ledger.invoicesCreated = []
      ledger.draftsRefused = 0
      ledger.filesAdded = []
      ledger.webhooks = []
    },
    summary: () => summarise(ledger),
  }
  return ledger
}

function summarise(ledger: Ledger): LedgerSummary {
  const byRoute: Record<string, number> = {}
  const byStatus: Record<string, number> = {}
  const byUser: Record<string, number> = {}
  const starts = new Map<string, number[]>()
  for (const entry of ledger.entries) {
    add(byRoute, `${entry.vendor} ${entry.method} ${entry.route || entry.path}`)
    add(byStatus, `${entry.vendor} ${entry.status}`)
    add(byUser, `${entry.vendor} ${entry.who || '-'}`)
    if (entry.vendor === 'fiken' && entry.who) collect(starts, entry.who, entry.at)
  }
  const maxPerSecond: Record<string, number> = {}
  for (const [who, times] of starts) maxPerSecond[who] = densestSecond(times)
  return {
    total: ledger.total,
    overlaps: ledger.overlaps,
    tooFast: ledger.tooFast,
    maxInFlight: ledger.maxInFlight,
    byRoute,
    byStatus,
    byUser,
    maxPerSecond,
    draftsCreated: ledger.draftsCreated.length,
    draftsRefused: ledger.draftsRefused,
    invoicesCreated: ledger.invoicesCreated.length,
    webhooks: ledger.webhooks.length,
  }
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1
}

function densestSecond(times: number[]): number {
  let most = 0
  let first = 0
  for (let last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= 1000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}

function collect(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
