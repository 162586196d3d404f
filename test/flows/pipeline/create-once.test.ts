import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createFiken } from '#clients/fiken/client'
import type { NewDraft } from '#clients/fiken/types'
import { startSandbox } from '#sandbox/start'
import { staleLists } from '#sandbox/testing'
import { createOnce, type CreateOnce } from '#server/features/documents/create-once'
import { findDraft, type Found } from '#server/features/documents/find-draft'
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

function creation(draft: NewDraft, more: Partial<CreateOnce<Stopped>> = {}) {
  const sent: string[] = []
  const notes: string[] = []
  const net = draft.lines.reduce((sum, line) => sum + line.unitPrice, 0)
  let looked = 0
  const options: CreateOnce<Stopped> = {
    company,
    draft,
    expected: { net, gross: net * 1.25, pricedLines: 1, theirGross: net * 1.25 },
    lookUp: async () => {
      looked += 1
      const found = await findDraft(company, { uuid: draft.uuid, draftId: null })
      return found.kind === 'nothing' ? null : found
    },
    isAccepted: () => false,
    attempts: [],
    mayCreate: () => Promise.resolve(null),
    send: (what, request) => {
      sent.push(what)
      return request({})
    },
    note: (text) => void notes.push(text),
    ...more,
  }
  return { options, sent, notes, looked: () => looked }
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
    expect(await createOnce(first.options)).toMatchObject({ kind: 'written', isNew: true })
    const second = creation(draft)
    expect(await createOnce(second.options)).toMatchObject({ kind: 'draft' })
    expect([first.sent, second.sent]).toEqual([['create'], []])
    expect(await inFiken(draft.uuid)).toBe(1)
  })

  test('is found again when the answer was lost', async () => {
    const draft = aDraft()
    sandbox.world.faults.add(lost)
    const { options, sent, notes } = creation(draft)
    expect(await createOnce(options)).toMatchObject({ kind: 'draft' })
    expect(sent).toEqual(['create'])
    expect(notes).toHaveLength(1)
    expect(await inFiken(draft.uuid)).toBe(1)
  })

  test('is not known to exist while Fiken’s lists lag, and is adopted when they show it', async () => {
    const draft = aDraft()
    const stopLagging = staleLists(sandbox.world, 600)
    sandbox.world.faults.add(lost)
    const first = creation(draft)
    expect(await createOnce(first.options)).toMatchObject({
      kind: 'unknown',
      error: { kind: 'unknown_outcome' },
    })
    stopLagging()
    const second = creation(draft)
    expect(await createOnce(second.options)).toMatchObject({ kind: 'draft' })
    expect(second.sent).toEqual([])
    expect(await inFiken(draft.uuid)).toBe(1)
  })

  test('is updated when it is found as an earlier request of ours asked for it', async () => {
    const old = aDraft(40_000)
    await createOnce(creation(old).options)
    const draft = { ...aDraft(49_900), uuid: old.uuid }
    const attempts = [{ sent: old, net: 40_000, gross: 50_000 }]
    const { options, sent } = creation(draft, { attempts })
    expect(await createOnce(options)).toMatchObject({ kind: 'written', isNew: false })
    expect(sent).toEqual(['update'])
    expect(await createOnce(creation(draft).options)).toMatchObject({ kind: 'draft' })
    expect(await inFiken(draft.uuid)).toBe(1)
  })

  test('is left to a person when it is found as none of our requests asked for it', async () => {
    const other = aDraft(1_000)
    await createOnce(creation(other).options)
    const draft = { ...aDraft(), uuid: other.uuid }
    const { options, sent } = creation(draft)
    const result = await createOnce(options)
    expect(result).toMatchObject({ kind: 'differs', found: { kind: 'draft' } })
    expect(sent).toEqual([])
    const accepting = creation(draft, { isAccepted: () => true })
    expect(await createOnce(accepting.options)).toMatchObject({ kind: 'draft' })
  })

  test('that was invoiced is distinguished from one that is still a draft', async () => {
    const draft = aDraft()
    const made = await createOnce(creation(draft).options)
    await company.drafts.createInvoice(made.kind === 'written' ? made.draftId : 0)
    expect(await createOnce(creation(draft).options)).toMatchObject({ kind: 'invoice' })
    const dearer = { ...aDraft(99_900), uuid: draft.uuid }
    expect(await createOnce(creation(dearer).options)).toMatchObject({
      kind: 'differs',
      found: { kind: 'invoice' },
    })
  })

  test('uses the result of a look-up made for many', async () => {
    const draft = aDraft()
    const { options, sent, looked } = creation(draft)
    // The first look-up reads a list for many drafts; a second would read this one alone.
    const ofMany: (Found | null)[] = [null]
    const lookUp = () =>
      ofMany.length > 0 ? Promise.resolve(ofMany.pop() ?? null) : options.lookUp()
    expect(await createOnce({ ...options, lookUp })).toMatchObject({ kind: 'written' })
    expect([sent, looked()]).toEqual([['create'], 0])
  })

  test('is not created when its caller stops it, early or at the last moment', async () => {
    const draft = aDraft()
    const before = creation(draft, { mayCreate: () => Promise.resolve(new Stopped('endret')) })
    expect(await createOnce(before.options)).toMatchObject({
      kind: 'stopped',
      by: { why: 'endret' },
    })
    const atLast = creation(draft, { send: () => Promise.reject(new Error('slått av')) })
    await expect(createOnce(atLast.options)).rejects.toThrow('slått av')
    expect(await inFiken(draft.uuid)).toBe(0)
  })
})
