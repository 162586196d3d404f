import type { Random } from '../world/random.ts'
import type { Vendor } from './ledger.ts'

/**
 * The effect of a rule on a request that it strikes. `status` answers it without doing it · `hang`
 * never answers · `reset` cuts the connection before doing it · `slow` waits `ms`, then goes on
 * even when the client has left · `lost` does it and cuts the connection instead of answering ·
 * `html` and `garbage` do it and answer a body that is not JSON · `truncate` does it and cuts the
 * body in half · `expire` makes the caller's access token expire · `revoke` revokes the caller's
 * grant · `stale` (Fiken) answers lists and searches as the books were `seconds` ago, while
 * requests by id are answered truthfully; it strikes beside the others, which are drawn
 * independently of it.
 */
export type FaultKind =
  | 'status'
  | 'hang'
  | 'reset'
  | 'slow'
  | 'lost'
  | 'html'
  | 'garbage'
  | 'truncate'
  | 'expire'
  | 'revoke'
  | 'stale'

export interface FaultRule {
  id: number
  vendor: Vendor | '*'
  kind: FaultKind
  /** Empty = any. */
  method: string
  /** A regular expression on the path without query; empty = any. */
  path: string
  /** ServiceM8 account uuid or Fiken e-mail; empty = any. */
  who: string
  /** 0 to 1. */
  probability: number
  /** Strikes left; null = no limit. */
  count: number | null
  /** For `status`. */
  status: number
  /** For `status`: `json` in the vendor's shape, `html` like an edge server's, or plain `text`. */
  body: 'json' | 'html' | 'text'
  /** For `status`. */
  message: string
  /** For `status`: seconds in the Retry-After header; null = no such header. */
  retryAfter: number | null
  /** The wait of a `slow` fault. */
  ms: number
  /** For `stale`: the lag of lists behind writes; null = frozen until the rule is removed. */
  seconds: number | null
  /** For `stale`: the books' change count at its start. Lists never show an older state. */
  since: number
  hits: number
}

export type NewFault = Partial<Omit<FaultRule, 'id' | 'hits' | 'since'>> & { kind: FaultKind }

export interface FaultTarget {
  vendor: Vendor
  method: string
  path: string
  who: string
}

export interface Faults {
  rules: FaultRule[]
  add: (fault: NewFault) => FaultRule
  remove: (id: number) => boolean
  clear: () => void
  /** Returns the rule that strikes this request, if any, and counts the hit. */
  strike: (target: FaultTarget) => FaultRule | null
  /** Returns the `stale` rules that strike this list, and counts the hits. */
  strikeList: (target: FaultTarget) => FaultRule[]
  /** Makes lists show the present state, as if the `stale` rules had been switched on now. */
  catchUp: () => void
}

export const FAULT_KINDS: readonly FaultKind[] = [
  'status',
  'hang',
  'reset',
  'slow',
  'lost',
  'html',
  'garbage',
  'truncate',
  'expire',
  'revoke',
  'stale',
]

/**
 * Creates the switchboard. Faults are drawn from the world's own random sequence, so a run can be
 * repeated.
 * @param mark returns the number of changes in Fiken's books
 */
export function createFaults(random: Random, mark: () => number): Faults {
  let lastId = 0

  function strikes(rule: FaultRule, target: FaultTarget): boolean {
    if (rule.count !== null && rule.count <= 0) return false
    if (!matches(rule, target)) return false
    if (rule.probability < 1 && random() >= rule.probability) return false
    if (rule.count !== null) rule.count -= 1
    rule.hits += 1
    return true
  }

  const faults: Faults = {
    rules: [],
    add(fault) {
      lastId += 1
      const rule: FaultRule = {
        vendor: '*',
        method: '',
        path: '',
        who: '',
        probability: 1,
        count: null,
        status: 500,
        body: 'json',
        message: 'An unexpected error occurred. Please try again later.',
        retryAfter: null,
        ms: 1000,
        seconds: 10,
        ...fault,
        id: lastId,
        hits: 0,
        since: mark(),
      }
      faults.rules.push(rule)
      return rule
    },
    remove(id) {
      const before = faults.rules.length
      faults.rules = faults.rules.filter((rule) => rule.id !== id)
      return faults.rules.length < before
    },
    clear() {
      faults.rules = []
    },
    strike: (target) =>
      faults.rules.find((rule) => rule.kind !== 'stale' && strikes(rule, target)) ?? null,
    strikeList: (target) =>
      faults.rules.filter((rule) => rule.kind === 'stale' && strikes(rule, target)),
    catchUp() {
      for (const rule of faults.rules) rule.since = mark()
    },
  }
  return faults
}

function matches(rule: FaultRule, target: FaultTarget): boolean {
  return (
    (rule.vendor === '*' || rule.vendor === target.vendor) &&
    (!rule.method || rule.method === target.method) &&
    (!rule.who || rule.who === target.who) &&
    (!rule.path || new RegExp(rule.path).test(target.path))
  )
}
