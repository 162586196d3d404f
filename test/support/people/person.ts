import { createTenant, type Tenant } from '#sandbox/seed/tenants'
import { consentReasonIn, consentSentence } from '#shared/access/consent-reasons'
import { MIRROR } from '#server/features/mirrors/queues'
import { PRODUCT_LISTS } from '#server/features/product-sync/queue-name'
import type { LaneQueue } from '#server/platform/queue/queue'
import { readSession } from '#shared/contracts/auth'
import { readSystemStatus } from '#shared/contracts/overview'
import { until } from '../wait.ts'
import { untilOneOClock } from '../clock/daytime.ts'
import { consent, signUp, startWorld, type TestWorld, type WorldOptions } from '../world/world.ts'
import type { Visitor } from './browserless.ts'

/** A user with separate vendor accounts, so that tests in one world don't affect each other. */
export interface Person {
  visitor: Visitor
  tenant: Tenant
  id: string
}

/** A world in which the test can move the clock of the product and the vendors forward. */
export interface TimedWorld extends TestWorld {
  advance(milliseconds: number): void
  /** Stops the clock until the returned function is called; only advance() moves the time. */
  standStill(): () => void
  newPerson(): Promise<Person>
  /** Connects through the consent page; returns the result reported to the pop-up. */
  connect(person: Person, vendor: 'servicem8' | 'fiken'): Promise<PopupResult>
  connected(): Promise<Person>
}

export interface PopupResult {
  vendor: string
  result: string
  message: string
}

export function popupResult(location: string | null): PopupResult {
  const url = new URL(location ?? '', 'http://nowhere')
  if (url.pathname !== '/oauth/complete') throw new Error(`The way back ended at ${location}`)
  const { vendor = '', result = '', reason } = Object.fromEntries(url.searchParams)
  const known = consentReasonIn(reason ?? null)
  const name = vendor === 'fiken' ? 'Fiken' : 'ServiceM8'
  return { vendor, result, message: known ? consentSentence(known, name) : '' }
}

/**
 * Prevents our copies of the vendors' lists from being refreshed once they have been read for a
 * user. In tests that move the clock by hours and months, each move would cause a refresh of all
 * lists, which would take most of the test's time. Waking the queue still refreshes them.
 */
function readingOnce() {
  const read = new Set<string>()
  let resting: ReadonlySet<string> = new Set()
  return {
    rest: () => void (resting = new Set(read)),
    around: (queue: LaneQueue): LaneQueue =>
      queue.name !== MIRROR && queue.name !== PRODUCT_LISTS
        ? queue
        : {
            ...queue,
            due: async (limit) =>
              (await queue.due(limit)).filter((lane) => !resting.has(`${queue.name} ${lane}`)),
            drain: async (lane, signal) => {
              await queue.drain(lane, signal)
              read.add(`${queue.name} ${lane}`)
            },
          },
  }
}

/**
 * Starts a world whose clock the test can move.
 * @param byDay true starts the clock at 13:00 UTC, for tests that depend on days and months
 */
export async function startTimedWorld({
  byDay = false,
  ...options
}: Pick<WorldOptions, 'before' | 'env' | 'overrides'> & {
  byDay?: boolean
} = {}): Promise<TimedWorld> {
  let ahead = byDay ? untilOneOClock() : 0
  let stoodAt: number | null = null
  let tenants = 0
  const copies = readingOnce()
  const clock = {
    now: () => (stoodAt ?? Date.now()) + ahead,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        signal?.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
      }),
  }
  const world = await startWorld({
    ...options,
    ahead,
    sandbox: { now: clock.now },
    overrides: {
      clock,
      ...options.overrides,
      aroundLanes: (queue) => copies.around(options.overrides?.aroundLanes?.(queue) ?? queue),
    },
  })
  // Starting a database in this process blocks the event loop, and the server refuses requests
  // while it lags.
  await until(
    'the server to take calls',
    async () => (await world.visitor().tryCall(readSystemStatus)).status === 401,
  )

  const newPerson = async (): Promise<Person> => {
    tenants += 1
    const tenant = createTenant(world.vendors, `Tilkobling ${tenants} AS`)
    const visitor = await signUp(world)
    return { visitor, tenant, id: (await visitor.call(readSession)).id }
  }
  const connect: TimedWorld['connect'] = async ({ visitor, tenant }, vendor) => {
    world.vendors.settings.consent[vendor].subject =
      vendor === 'fiken' ? tenant.user.email : tenant.account.uuid
    return popupResult(await consent(visitor, vendor))
  }
  // The world object itself is extended, because a copy would keep the old product after a restart.
  return Object.assign(world, {
    advance: (milliseconds: number) => {
      ahead += milliseconds
      copies.rest()
    },
    standStill: () => {
      stoodAt ??= Date.now()
      return () => {
        ahead -= Date.now() - (stoodAt ?? Date.now())
        stoodAt = null
      }
    },
    newPerson,
    connect,
    connected: async () => {
      const person = await newPerson()
      for (const vendor of ['servicem8', 'fiken'] as const) {
        const { result, message } = await connect(person, vendor)
        if (result !== 'success') throw new Error(`Connecting ${vendor} failed: ${message}`)
      }
      return person
    },
  })
}
