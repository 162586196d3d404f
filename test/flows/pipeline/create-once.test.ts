import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createFiken } from '#clients/fiken/client'
import type { NewDraft } from '#clients/fiken/types'
import { startSandbox } from '#sandbox/start'
import { staleLists } from '#sandbox/testing'
import { createOnce, type Creation } from '#server/features/documents/create-once'
import {
  NothingSent,
  type DocumentChange,
  type DocumentRun,
  type DocumentState,
} from '#server/features/documents/document-run'
import { lookUp } from '#server/features/documents/look-up'
import { systemClock } from '#server/platform/clock'
import type { Attempt } from '#server/features/drafts/sent-draft'
import {
  clientBasics,
  consent,
  fikenOAuthOf,
  oneAtATime,
} from '../../support/vendors/sandbox-clients.ts'

/** Tests createOnce() for a caller other than a transfer, such as the monthly bills. */

let customerId = 0

const sandbox = await startSandbox({})
sandbox.world.settings.fiken.throttlePerSecond = 0
const tokens = await consent(fikenOAuthOf(sandbox))
const fiken = createFiken({
  ...clientBasics,
  apiUrl: `${sandbox.fikenUrl}/api/v2`,
  token: () => Promise.resolve(tokens.accessToken),
  limiter: oneAtATime(),
})
const [registered] = (await fiken.companies.list()).filter(
  ({ hasApiAccess, vatRegistered }) => hasApiAccess && vatRegistered,
)
const company = fiken.company(registered?.slug ?? '')
const [bank] = (await company.bankAccounts()).filter(
  ({ type, inactive }) => type === 'normal' && !inactive,
)
const bankAccountNumber = bank?.bankAccountNumber ?? ''
for await (const page of company.contacts.list()) customerId ||= page.rows[0]?.contactId ?? 0
afterAll(() => sandbox.close())
beforeEach(() => sandbox.world.faults.clear())

const aDraft = (unitPrice = 49_900): NewDraft => ({
  uuid: crypto.randomUUID(),
  customerId,
  issueDate: '2026-01-15',
  daysUntilDueDate: 14,
  bankAccountNumber,
  lines: [
    { description: 'Abonnement', quantity: '1', unitPrice, vatType: 'HIGH', incomeAccount: '3000' },
  ],
})

class Stopped {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

interface More extends Partial<Omit<Creation<Stopped>, 'found'>> {
  attempts?: readonly Attempt[]
  /** Called right before a request is sent. */
  atLast?: () => void
}

function creation(draft: NewDraft, { attempts = [], atLast, ...more }: More = {}) {
  const sent: string[] = []
  const notes: string[] = []
  const net = draft.lines.reduce((sum, line) => sum + line.unitPrice, 0)
  let state: DocumentState = {
    draftId: null,
    outcomeUnknown: false,
    invoiceRequest: null,
    absence: null,
    attempts,
  }
  const write = (change: DocumentChange) => {
    state = { ...state, ...change }
    return Promise.resolve()
  }
  const refuse = () => {
    throw new Error('No ending is expected here')
  }
  const document: DocumentRun<Stopped> = {
    platform: { clock: systemClock, ladderScale: 1 },
    fiken: company,
    signal: new AbortController().signal,
    uuid: draft.uuid,
    failures: 0,
    keepsLooking: false,
    state: () => state,
    note: (text) => void notes.push(text),
    write,
    beforeSend: (change) => {
      atLast?.()
      sent.push(change.outcomeUnknown ? 'create' : 'update')
      return write(change)
    },
    endings: {
      lookAgain: refuse,
      unlisted: refuse,
      gone: refuse,
      uuidUsed: refuse,
      noNumberSeries: refuse,
    },
  }
  const all = {
    draft,
    expected: { net, gross: net * 1.25, pricedLines: 1, theirGross: net * 1.25 },
    built: { net, gross: net * 1.25 },
    isAccepted: () => false,
    mayCreate: null,
    ...more,
  }
  const make = async () => {
    const found = await lookUp(document)
    return found instanceof Stopped ? refuse() : createOnce(document, { ...all, found })
  }
  return { make, sent, notes, state: () => state }
}

/** Counts the drafts with this UUID in Fiken, after removing faults such as lagging lists. */
async function inFiken(uuid: string): Promise<number> {
  sandbox.world.faults.clear()
  const found: unknown[] = []
  for await (const page of company.drafts.list())
    found.push(...page.rows.filter((one) => one.uuid === uuid))
  return found.length
}

const lost = { vendor: 'fiken', kind: 'lost', method: 'POST', path: '/drafts$', count: 1 } as const

describe('a draft that must be created once', () => {
  test('is created, and is found the next time it is requested', async () => {
    const draft = aDraft()
    const first = creation(draft)
    const made = await first.make()
    expect(made).toMatchObject({ kind: 'written', isNew: true })
    const id = made.kind === 'written' ? made.draftId : 0
    expect(first.notes).toEqual([`Utkastet er opprettet i Fiken (id ${id})`])
    expect(first.state().draftId).toBe(String(id))
    const second = creation(draft)
    expect(await second.make()).toMatchObject({ kind: 'draft' })
    expect([first.sent, second.sent]).toEqual([['create'], []])
    expect(await inFiken(draft.uuid)).toBe(1)
  })

  test('is found again when the answer was lost', async () => {
    const draft = aDraft()
    sandbox.world.faults.add(lost)
    const { make, sent, notes, state } = creation(draft)
    expect(await make()).toMatchObject({ kind: 'draft' })
    expect(sent).toEqual(['create'])
    expect(notes).toHaveLength(2)
    expect(state()).toMatchObject({ outcomeUnknown: false, attempts: [{ sent: draft }] })
    expect(await inFiken(draft.uuid)).toBe(1)
  })

  test('is not known to exist while Fiken’s lists lag, and is adopted when they show it', async () => {
    const draft = aDraft()
    const stopLagging = staleLists(sandbox.world, 600)
    sandbox.world.faults.add(lost)
    const first = creation(draft)
    await expect(first.make()).rejects.toMatchObject({ kind: 'unknown_outcome' })
    expect(first.state()).toMatchObject({ draftId: null, outcomeUnknown: true })
    stopLagging()
    const second = creation(draft)
    expect(await second.make()).toMatchObject({ kind: 'draft' })
    expect(second.sent).toEqual([])
    expect(await inFiken(draft.uuid)).toBe(1)
  })

  test('is updated when it is found as an earlier request of ours asked for it', async () => {
    const old = aDraft(40_000)
    await creation(old).make()
    const draft = { ...aDraft(49_900), uuid: old.uuid }
    const attempts = [{ sent: old, net: 40_000, gross: 50_000 }]
    const { make, sent } = creation(draft, { attempts })
    expect(await make()).toMatchObject({ kind: 'written', isNew: false })
    expect(sent).toEqual(['update'])
    expect(await creation(draft).make()).toMatchObject({ kind: 'draft' })
    expect(await inFiken(draft.uuid)).toBe(1)
  })

  test('is left to a person when it is found as none of our requests asked for it', async () => {
    const other = aDraft(1_000)
    await creation(other).make()
    const draft = { ...aDraft(), uuid: other.uuid }
    const { make, sent } = creation(draft)
    const result = await make()
    expect(result).toMatchObject({ kind: 'differs', found: { kind: 'draft' } })
    expect(sent).toEqual([])
    const accepting = creation(draft, { isAccepted: () => true })
    expect(await accepting.make()).toMatchObject({ kind: 'draft' })
  })

  test('that was invoiced is distinguished from one that is still a draft', async () => {
    const draft = aDraft()
    const made = await creation(draft).make()
    await company.drafts.createInvoice(made.kind === 'written' ? made.draftId : 0)
    expect(await creation(draft).make()).toMatchObject({ kind: 'invoice' })
    const dearer = { ...aDraft(99_900), uuid: draft.uuid }
    expect(await creation(dearer).make()).toMatchObject({
      kind: 'differs',
      found: { kind: 'invoice' },
    })
  })

  test('is not created when its caller stops it, early or at the last moment', async () => {
    const draft = aDraft()
    const before = creation(draft, { mayCreate: () => Promise.resolve(new Stopped('endret')) })
    expect(await before.make()).toMatchObject({
      kind: 'stopped',
      by: { why: 'endret' },
    })
    const atLast = creation(draft, {
      atLast: () => {
        throw new NothingSent('slått av')
      },
    })
    await expect(atLast.make()).rejects.toThrow('slått av')
    expect(atLast.state()).toMatchObject({ outcomeUnknown: false, attempts: [] })
    expect(await inFiken(draft.uuid)).toBe(0)
  })
})
