import type { OAuthState } from '../world/state.ts'
import { emptyState, type World } from '../world/world.ts'
import { seedPlumber } from './plumber.ts'

/**
 * Empties the world in place, because servers hold references to its parts, and seeds it again.
 * Settings are kept; grants and webhook subscriptions are deleted.
 */
export function resetWorld(world: World, which: 'plumber' | 'empty'): void {
  const { state } = world
  const fresh = emptyState(state.seed, state.settings.latencyMs)
  empty(state.servicem8.accounts)
  empty(state.fiken.users)
  empty(state.fiken.companies)
  for (const oauth of [state.servicem8.oauth, state.fiken.oauth]) emptyOAuth(oauth)
  state.register = []
  state.mails = []
  state.nextId = fresh.nextId
  world.ledger.reset()
  world.faults.clear()
  if (which === 'plumber') seedPlumber(world)
  world.touch()
}

function emptyOAuth(oauth: OAuthState): void {
  empty(oauth.grants)
  empty(oauth.codes)
  empty(oauth.access)
}

function empty(record: Record<string, unknown>): void {
  for (const key of Object.keys(record)) delete record[key]
}
