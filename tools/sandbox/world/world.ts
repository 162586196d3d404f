import type { Deviation } from '../http/deviations.ts'
import { createFaults, type Faults } from '../http/faults.ts'
import { createLedger, type Ledger } from '../http/ledger.ts'
import { createPast, type Past } from './past.ts'
import { seededRandom, type Random } from './random.ts'
import { defaultSettings, type Settings } from './settings.ts'
import {
  emptyOAuth,
  STATE_VERSION,
  type FikenCompany,
  type SandboxState,
  type Sm8Account,
} from './state.ts'

export interface Origins {
  servicem8: string
  fiken: string
  brreg: string
  smtp: string
  web: string
  /** The product's address, for the link back to it; empty when unknown. */
  product: string
}

/** The sandbox's whole state. Servers, pages and in-process tests share this one object. */
export interface World {
  state: SandboxState
  settings: Settings
  ledger: Ledger
  faults: Faults
  /**
   * Planted differences from the vendors as we know them; empty except in tests of what finds them.
   */
  deviations: Deviation[]
  past: Past
  random: Random
  now: () => number
  log: (message: string) => void
  /** Each server's address, filled in when it listens. */
  origins: Origins
  /** Must be called after every change of the state; saves it soon. */
  touch: () => void
  nextId: () => number
  /**
   * Called with (account uuid, object, record uuid, changed fields) after each write; the webhook
   * sender listens here.
   */
  onRecordChanged: (
    accountUuid: string,
    object: string,
    uuid: string,
    fields: string[],
    events: string[],
  ) => void
}

export function emptyState(seed: number, latencyMs: number): SandboxState {
  return {
    version: STATE_VERSION,
    seed,
    nextId: 1000,
    servicem8: { accounts: {}, oauth: emptyOAuth() },
    fiken: { users: {}, companies: {}, oauth: emptyOAuth() },
    register: [],
    mails: [],
    settings: defaultSettings(latencyMs),
  }
}

export function createWorld(
  state: SandboxState,
  now: () => number,
  log: (message: string) => void,
): World {
  const random = seededRandom(state.seed)
  const past = createPast(now, () => faults.rules.filter(({ kind }) => kind === 'stale'))
  const faults = createFaults(random, past.mark)
  return {
    state,
    settings: state.settings,
    ledger: createLedger(),
    faults,
    deviations: [],
    past,
    random,
    now,
    log,
    origins: { servicem8: '', fiken: '', brreg: '', smtp: '', web: '', product: '' },
    touch: () => {},
    nextId: () => {
      state.nextId += 1
      return state.nextId
    },
    onRecordChanged: () => {},
  }
}

/** Returns the account with this uuid or name, or the first. */
export function findAccount(world: World, wanted = ''): Sm8Account | undefined {
  const all = Object.values(world.state.servicem8.accounts)
  if (!wanted) return all[0]
  return (
    world.state.servicem8.accounts[wanted] ?? all.find((account) => account.vendor.name === wanted)
  )
}

/** Returns the company with this slug, or the first. */
export function findCompany(world: World, slug = ''): FikenCompany | undefined {
  return slug ? world.state.fiken.companies[slug] : Object.values(world.state.fiken.companies)[0]
}
