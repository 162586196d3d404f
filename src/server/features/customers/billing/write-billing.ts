import { isExternalError } from '#clients/http/external-error'
import { mayWriteCustomers } from '#clients/servicem8/oauth'
import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Client } from '#clients/servicem8/types'
import { instant } from '../../../platform/clock.ts'
import { nextAttempt } from '../../../platform/backoff.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openServicem8 } from '../../connections/tokens/open-clients.ts'
import { connectionOf } from '../../connections/queries.ts'
import { reasonOf } from '../../connections/vendor-failure.ts'
import { grantNeeded, isVendorTrouble } from '../../connections/vendor-trouble.ts'
import { writeThroughClient } from '../../mirrors/clients.ts'
import { dueWrites, lookAgain, recordAttempt, writeOf } from './billing-store.ts'
import type { BillingWrite } from '../queries.ts'
import { isSameText } from './billing-text.ts'

const LONGEST_WAIT_MS = 10 * 60 * 60_000

const WORDS = {
  consent: 'ServiceM8 må kobles til på nytt for at adressen kan skrives dit.',
  changed: 'Kunden er endret i ServiceM8 i mellomtiden.',
  gone: 'Kunden finnes ikke lenger i ServiceM8.',
  refused: 'ServiceM8 tok ikke imot adressen.',
} as const

export async function writeDueBilling(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = platform
  const connection = await connectionOf(db, companyId, 'servicem8')
  if (connection?.status !== 'connected') return
  const mayWrite = mayWriteCustomers(connection.scope)
  for (const write of await dueWrites(db, companyId, { now: instant(clock), mayWrite })) {
    if (signal.aborted) return
    await tryToWrite(platform, write, { signal })
  }
}

/**
 * Tries once to write a saved address to ServiceM8. Reads the present address in ServiceM8 first,
 * and never overwrites an address that was edited after the save. Records every outcome on the row
 * and does not throw vendor errors.
 */
export async function tryToWrite(
  platform: Platform,
  write: BillingWrite,
  options: { interactive?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const { db, clock } = platform
  const { companyId, clientUuid } = write
  const connection = await connectionOf(db, companyId, 'servicem8')
  if (connection?.status === 'connected' && !mayWriteCustomers(connection.scope)) {
    await end(platform, write, { state: 'consent', why: WORDS.consent })
    return
  }
  try {
    const { client } = await openServicem8(platform, companyId, options)
    const ending = await bring(client, write, options.signal)
    const isLatest = await end(platform, write, ending)
    if (!isLatest) await lookAgain(db, write, instant(clock))
  } catch (error) {
    if (!isVendorTrouble(error)) throw error
    platform.log.info(
      { err: error, companyId, clientUuid },
      'an address was not written to ServiceM8',
    )
    await end(platform, write, endingOf(platform, write, error))
  }
}

type Ending = Pick<BillingWrite, 'state' | 'why'> &
  Partial<Pick<BillingWrite, 'failures' | 'nextTryAt'>> & {
    now?: Client
  }

async function bring(
  servicem8: ServiceM8Client,
  write: BillingWrite,
  signal: AbortSignal | undefined,
): Promise<Ending> {
  const { clientUuid, text, expected } = write
  const now = await servicem8.clients.get(clientUuid, signal)
  if (!now.active) return { state: 'changed', why: WORDS.gone }
  const isThere = isSameText(now.billingAddress, text)
  if (!isThere && !expected.some((one) => isSameText(now.billingAddress, one)))
    return { state: 'changed', why: WORDS.changed, now }
  if (!isThere) await servicem8.clients.setBillingAddress(now, text)
  return { state: 'written', why: '', now: { ...now, billingAddress: text } }
}

/** Returns how a failed attempt ends. Retries end only when the user has to do something. */
function endingOf(platform: Platform, write: BillingWrite, error: unknown): Ending {
  // Some grants have the scope under another name and are still refused. Such a write is not
  // repeated until the user has reconnected ServiceM8.
  if (isExternalError(error, 'forbidden'))
    return { state: 'consent', why: WORDS.consent, nextTryAt: after(platform, LONGEST_WAIT_MS) }
  // No attempt can succeed before the user reconnects ServiceM8; reconnecting starts a new attempt
  // at once.
  if (grantNeeded(error)) return { state: 'consent', why: WORDS.consent }
  if (isExternalError(error, 'not_found')) return { state: 'changed', why: WORDS.gone }
  const isRefused = isExternalError(error, 'invalid')
  const failures = write.failures + 1
  const next = nextAttempt({
    failures,
    outage: !isRefused,
    random: platform.random(),
    retryAfterMs: isExternalError(error) ? error.retryAfterMs : null,
    scale: platform.ladderScale,
  })
  // Retries never end here, because the user has decided what ServiceM8 should contain.
  return {
    state: 'waiting',
    why: isRefused ? WORDS.refused : reasonOf(error),
    failures,
    nextTryAt: next.giveUp
      ? after(platform, LONGEST_WAIT_MS)
      : new Date(platform.clock.now() + next.delayMs),
  }
}

const after = ({ clock, ladderScale }: Platform, ms: number) =>
  new Date(clock.now() + ms * ladderScale)

/**
 * Stores the client and the write's state in one transaction. Returns false if a later save has
 * replaced the row.
 */
async function end(
  platform: Platform,
  write: BillingWrite,
  { now, ...ending }: Ending,
): Promise<boolean> {
  const isLatest = await platform.db.transaction(async (tx) => {
    if (now) await writeThroughClient(tx, write.companyId, now)
    return recordAttempt(tx, write, { failures: 0, nextTryAt: null, ...ending })
  })
  platform.live.publish(write.companyId, 'customers')
  return isLatest
}

export async function writeNow(
  platform: Platform,
  companyId: string,
  clientUuid: string,
): Promise<void> {
  const write = await writeOf(platform.db, companyId, clientUuid)
  if (write && (write.state === 'waiting' || write.state === 'consent'))
    await tryToWrite(platform, write, { interactive: true })
}
