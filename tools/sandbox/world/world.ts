import type { Deviation } from '../http/deviations.ts'
import { createFaults, type Faults } from '../http/faults.ts'
import { createLedger, type Ledger } from '../http/ledger.ts'
import { createPast, type Past } from './past.ts'
import { seededRandom, type Random } from './random.ts'
import { defaultSettings, type Settings } from './settings.ts'
import {
  emptyOAuth,
  rowsOf,
  STATE_VERSION,
  type FikenCompany,
  type SandboxState,
  type Sm8Account,
  type StoredDraft,
  type StoredInvoice,
  type TableName,
} from './state.ts'

export interface Origins {
  servicem8: string
  fiken: string
  brreg: string
  smtp: string
  web: string
  product: string
}

export interface World {
  state: SandboxState
  settings: Settings
  ledger: Ledger
  faults: Faults
  /** Differences from the vendors' assumed behaviour; added only by tests of tools/verify. */
  deviations: Deviation[]
  past: Past
  random: Random
  now: () => number
  log: (message: string) => void
  origins: Origins
  /** Saves the state soon; must be called after every change of the state. */
  touch: () => void
  nextId: () => number
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

/** Returns the account with this uuid or name; the first account by default. */
export function findAccount(world: World, wanted = ''): Sm8Account | undefined {
  const all = Object.values(world.state.servicem8.accounts)
  if (!wanted) return all[0]
  return (
    world.state.servicem8.accounts[wanted] ?? all.find((account) => account.vendor.name === wanted)
  )
}

/** Returns the company with this slug; the first company by default. */
export function findCompany(world: World, slug = ''): FikenCompany | undefined {
  return slug ? world.state.fiken.companies[slug] : Object.values(world.state.fiken.companies)[0]
}

/** Returns the account that has the record; pages and tests know only the record's uuid. */
export function accountOfRecord(
  world: World,
  table: TableName,
  uuid: string,
): Sm8Account | undefined {
  return Object.values(world.state.servicem8.accounts).find(
    (account) => rowsOf(account, table)[uuid] !== undefined,
  )
}

/** Returns a draft by its number or uuid, in any company. */
export function findDraft(
  world: World,
  id: string,
): { company: FikenCompany; draft: StoredDraft } | undefined {
  for (const company of Object.values(world.state.fiken.companies)) {
    const draft = company.drafts.find((row) => row.uuid === id || String(row.draftId) === id)
    if (draft) return { company, draft }
  }
  return undefined
}

/** Returns an invoice by its id, its sale's id or its draft's uuid, in any company. */
export function findInvoice(
  world: World,
  id: string,
): { company: FikenCompany; invoice: StoredInvoice } | undefined {
  for (const company of Object.values(world.state.fiken.companies)) {
    const invoice = company.invoices.find(
      (row) =>
        String(row.invoiceId) === id || String(row.saleId) === id || row.invoiceDraftUuid === id,
    )
    if (invoice) return { company, invoice }
  }
  return undefined
}
