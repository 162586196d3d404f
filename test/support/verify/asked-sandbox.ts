import type { Clock } from '#clients/http/transport'
import { inspectEnvironment } from '#server/platform/config'
import { PLUMBER } from '#sandbox/seed/plumber'
import { startSandbox, type Sandbox, type World } from '#sandbox/start'
import type { Consent } from '#verify/session'
import { verify, type Report, type VerifyOptions } from '#verify/verify'
import { untilOneOClock } from '../clock/daytime.ts'
import { worldIsReady } from '../clock/midnight.ts'
import { calmSandbox } from '../world/world.ts'

export const COMPANY = 'fjordvik-ror-as'

export interface AskedSandbox {
  sandbox: Sandbox
  clock: Clock
  later(ms: number): void
  ask: (options?: Partial<VerifyOptions>) => Promise<Report>
}

/**
 * Starts the sandbox as the test company and trial account for the verify tool, with one clock for
 * both, which starts at 13:00 UTC: after midnight, an invoice of the same run would count as the
 * day before's. Sleeping waits only until all webhooks have been delivered, then moves the clock.
 */
export async function startAskedSandbox(): Promise<AskedSandbox> {
  let ahead = untilOneOClock()
  const now = () => Date.now() + ahead
  const later = (ms: number) => void (ahead += ms)
  const sandbox = await startSandbox({ now })
  const clock: Clock = {
    now,
    async sleep(ms) {
      await sandbox.webhooks.idle()
      later(ms)
    },
  }
  const { world } = sandbox
  calmSandbox(sandbox)
  world.settings.servicem8.perMinute = 180
  world.settings.servicem8.webhookRetryMs = [20]
  // Makes lists span several pages, and leaves the invoice number series to be started.
  world.settings.servicem8.pageSize = 20
  companyIn(world).invoiceCounter = null
  const { config } = inspectEnvironment({ ...sandbox.env, PUBLIC_URL: 'http://localhost:3000' })
  worldIsReady()
  return {
    sandbox,
    clock,
    later,
    ask: (options = {}) =>
      verify({
        config,
        consent: agreeing,
        clock,
        company: COMPANY,
        account: PLUMBER,
        issue: true,
        callback: { port: 0 },
        ...options,
      }),
  }
}

const agreeing: Consent = async (_vendor, authorizeUrl) => {
  const answer = await fetch(authorizeUrl, { redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}

export function companyIn(world: World) {
  const company = world.state.fiken.companies[COMPANY]
  if (!company) throw new Error('the seeded company is missing')
  return company
}

/** Returns the ids of points with an unexpected result, except those checked by hand. */
export function unexpected({ answers }: Report): string[] {
  return answers
    .filter(({ verdict }) => verdict !== 'as expected' && verdict !== 'by hand')
    .map(({ id }) => id)
}
