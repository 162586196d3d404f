import type { Random } from '../world/random.ts'
import type { Vendor } from './ledger.ts'

/**
 * The effect of a fault rule on a matching request:
 * - `status` responds with an error without handling the request
 * - `hang` never responds
 * - `reset` cuts the connection without handling the request
 * - `slow` waits `ms`, then continues even if the client has left
 * - `lost` handles the request, then cuts the connection instead of responding
 * - `html` and `garbage` handle the request and respond with a body that is not JSON
 * - `truncate` handles the request and cuts the body in half
 * - `expire` makes the caller's access token expire
 * - `revoke` revokes the caller's grant
 * - `stale` (Fiken) makes lists and searches show the books as they were `seconds` ago, while
 *   requests by id return current data; applies in addition to the other kinds, which are drawn
 *   independently
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
  /** HTTP method; empty for any method. */
  method: string
  /** Regular expression for the path without query; empty for any path. */
  path: string
  /** ServiceM8 account uuid or Fiken e-mail; empty for any caller. */
  who: string
  /** Probability that the rule applies, from 0 to 1. */
  probability: number
  /** Number of requests that the rule will still affect; null = no limit. */
  count: number | null
  status: number
  /** Body of a `status` fault: `json` in the vendor's shape, `html` like an edge server, or text. */
  body: 'json' | 'html' | 'text'
  message: string
  /** Seconds in the Retry-After header of a `status` fault; null for no such header. */
  retryAfter: number | null
  /** Milliseconds that a `slow` fault waits. */
  ms: number
  /** Seconds by which a `stale` fault's lists lag; null until the rule is removed. */
  seconds: number | null
  /** Number of changes when a `stale` fault began; the lists never show an older state. */
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
  /** Returns the rule that affects this request, if any, and counts the hit. */
  strike: (target: FaultTarget) => FaultRule | null
  /** Returns the `stale` rules that affect this list, and counts the hits. */
  strikeList: (target: FaultTarget) => FaultRule[]
  /** Makes lists show the current state, as if the `stale` rules had just been switched on. */
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
 * Creates the fault rules. Faults are drawn from the world's own random sequence, so that a run can
 * be repeated.
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
