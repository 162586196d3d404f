import type { ListedJob } from '#server/features/reconciliation/compare'
import type { LedgerTransfer } from '#server/features/transfers/ledger-queries'
import type { DiscrepancyKind } from '#shared/discrepancies'
import {
  creditedWith,
  asItShouldBe,
  draftOf,
  invoiceOf,
  NOW,
  SLUG,
  TOTAL,
  uuidAt,
  type World,
} from './reconciled-worlds.ts'

const notInFiken = {
  slug: null,
  draftId: null,
  draftUuid: null,
  gross: null,
  theirTotal: null,
  customerId: null,
}

type Change = (world: ReturnType<typeof asItShouldBe>) => Partial<World>
const transferWith = (change: Partial<LedgerTransfer>, more: Partial<World> = {}): Change => {
  return ({ transfer }) => ({ transfer: { ...transfer, ...change }, ...more })
}
const open = (change: Partial<LedgerTransfer>) =>
  transferWith({ ...notInFiken, ...change }, { drafts: [] })
const unknown = (skip: ListedJob['skip'] = null): Change => {
  return ({ job }) => ({ transfer: null, drafts: [], job: { ...job, skip } })
}
const inFiken = (
  of: (uuid: string) => Pick<World, 'drafts' | 'invoices'>,
  job: Partial<ListedJob> = {},
): Change => {
  return (world) => ({ ...of(world.transfer.draftUuid ?? ''), job: { ...world.job, ...job } })
}
const REFUSED = { status: 'pending', pendingReason: 'refused', errorCode: 'already_paid' } as const
export const foreign = '33333333-3333-4333-8333-333333333333'

/** Returns a transfer that deducts 250 kr for a deposit whose invoice has been credited. */
const depositOff = (transfer: LedgerTransfer, depositCredited = 25_000) => ({
  transfer: { ...transfer, gross: TOTAL - 25_000, depositGross: 25_000, depositCredited },
})

export const CASES: readonly [string, DiscrepancyKind | null, Change][] = [
  ['a draft with the right amount', 'in_fiken', () => ({})],
  [
    'an invoice with the right amount',
    'in_fiken',
    inFiken((uuid) => ({ drafts: [], invoices: [invoiceOf(uuid)] })),
  ],
  [
    'issued while the lists were read',
    'in_fiken',
    inFiken((uuid) => ({ drafts: [draftOf(uuid)], invoices: [invoiceOf(uuid)] })),
  ],
  [
    'an øre of rounding on each line',
    'in_fiken',
    transferWith(
      { theirTotal: null, gross: TOTAL },
      { job: { ...asItShouldBe().job, total: TOTAL + 2 } },
    ),
  ],
  ['a job that was never reported to us', 'missed', unknown()],
  [
    'a job that was completed a moment ago',
    'underway',
    (world) => ({ ...unknown()(world), job: { ...world.job, editedAt: NOW.toISOString() } }),
  ],
  ['a transfer that failed', 'failed', open({ status: 'failed', errorCode: 'vat_unmapped' })],
  [
    'a transfer that waits',
    'waiting',
    open({ status: 'pending', pendingReason: 'ambiguous_customer' }),
  ],
  [
    'a job that waits for a draft with others',
    'collective',
    open({ status: 'pending', pendingReason: 'collective' }),
  ],
  [
    'a part of a draft of several jobs',
    'in_fiken',
    (world) => ({
      transfer: {
        ...world.transfer,
        gross: 50_000,
        theirTotal: 50_000,
        share: {
          parts: [75_000, 50_000],
          place: 1,
          theirTotal: 50_000,
          leftOutGross: 0,
          lineCount: 1,
        },
      },
      job: { ...world.job, total: 50_000 },
    }),
  ],
  [
    'a transfer that was refused because its job is paid',
    'paid',
    (world) => ({ ...open(REFUSED)(world), job: { ...world.job, skip: 'paid' } }),
  ],
  ['a refused transfer whose job may be invoiced since', 'waiting', open(REFUSED)],
  ['a draft whose job was paid before it was invoiced', 'unconfirmed', transferWith(REFUSED)],
  ['a transfer that nobody runs', 'stuck', open({ status: 'queued' })],
  ['a run that nobody ends', 'stuck', open({ status: 'processing' })],
  [
    'a transfer in a long queue that moves',
    'underway',
    (world) => ({ ...open({ status: 'queued' })(world), lastMove: NOW }),
  ],
  [
    'a transfer that is tried again later',
    'underway',
    open({ status: 'queued', nextAttemptAt: new Date(NOW.getTime() + 60_000) }),
  ],
  [
    'a draft that is being taken back',
    'underway',
    transferWith({ status: 'queued', pendingReason: 'undone' }),
  ],
  ['a draft that a person deleted', 'draft_deleted', () => ({ drafts: [] })],
  [
    'a draft that was deleted before',
    'draft_deleted',
    open({ status: 'failed', errorCode: 'draft_deleted' }),
  ],
  [
    'a draft that was made while the lists were read',
    'underway',
    () => ({ drafts: [], touched: true }),
  ],
  [
    'two drafts',
    'double',
    inFiken((uuid) => ({
      drafts: [draftOf(uuid), draftOf(foreign, { draftId: 78 })],
      invoices: [],
    })),
  ],
  [
    'a draft and an invoice with its number',
    'double',
    inFiken((uuid) => ({
      drafts: [draftOf(uuid)],
      invoices: [invoiceOf('', { ourReference: ' jobb  #1001' })],
    })),
  ],
  [
    'a credited invoice and a new one',
    'in_fiken',
    inFiken((uuid) => {
      const credited = creditedWith(invoiceOf(uuid, { outstanding: 0 }), TOTAL)
      return {
        ...credited,
        drafts: [],
        invoices: [...credited.invoices, invoiceOf('', { invoiceId: 901 })],
      }
    }),
  ],
  [
    'an offer with its number',
    'in_fiken',
    inFiken((uuid) => ({
      drafts: [draftOf(uuid), draftOf(foreign, { draftId: 78, type: 'offer' })],
      invoices: [],
    })),
  ],
  [
    'another account that numbered its job alike',
    'in_fiken',
    (world) => ({
      drafts: [...world.drafts, draftOf(foreign, { draftId: 78 })],
      owners: new Map([[foreign, ['another job']]]),
    }),
  ],
  [
    'a draft that its transfer does not know',
    'unlinked',
    (world) => transferWith({ ...notInFiken, status: 'pending', pendingReason: 'history' })(world),
  ],
  ['a draft of ours without a transfer', 'unlinked', () => ({ transfer: null })],
  [
    'a draft under a later revision than the backup knew',
    'unlinked',
    (world) => ({ transfer: null, drafts: [draftOf(uuidAt(SLUG, world.job.uuid, 2))] }),
  ],
  [
    'a draft that somebody made by hand',
    'by_hand',
    (world) => ({ ...unknown()(world), drafts: [draftOf(foreign)] }),
  ],
  [
    'a draft that somebody made by hand, and a transfer that was deleted therefore',
    'in_fiken',
    (world) => ({
      ...transferWith({ ...notInFiken, status: 'failed', skipped: true })(world),
      drafts: [draftOf(foreign)],
    }),
  ],
  [
    'ours deleted, and one made by hand',
    'by_hand',
    () => ({ drafts: [draftOf(foreign, { draftId: 78 })] }),
  ],
  [
    'a draft with an amount nobody accepted',
    'unconfirmed',
    transferWith({ status: 'failed', errorCode: 'draft_differs' }),
  ],
  [
    'a job that has changed since',
    'job_changed',
    inFiken((uuid) => ({ drafts: [draftOf(uuid)], invoices: [] }), { total: TOTAL + 50_000 }),
  ],
  [
    'a job that was changed by an øre',
    'job_changed',
    inFiken((uuid) => ({ drafts: [draftOf(uuid)], invoices: [] }), { total: TOTAL + 1 }),
  ],
  [
    'a job that was changed after it was invoiced',
    'job_changed_invoiced',
    inFiken((uuid) => ({ drafts: [], invoices: [invoiceOf(uuid)] }), { total: TOTAL * 2 }),
  ],
  [
    'job and draft changed alike',
    'in_fiken',
    inFiken((uuid) => ({ drafts: [draftOf(uuid, { gross: TOTAL * 2 })], invoices: [] }), {
      total: TOTAL * 2,
    }),
  ],
  [
    'a draft with another amount',
    'amount_changed',
    inFiken((uuid) => ({ drafts: [draftOf(uuid, { gross: TOTAL - 1 })], invoices: [] })),
  ],
  [
    'changed on both sides, differently',
    'amount_changed',
    inFiken((uuid) => ({ drafts: [draftOf(uuid, { gross: 1 })], invoices: [] }), {
      total: TOTAL * 2,
    }),
  ],
  [
    'changed by a person, then invoiced',
    'invoiced_otherwise',
    inFiken((uuid) => ({ drafts: [], invoices: [invoiceOf(uuid, { gross: 1 })] })),
  ],
  [
    'a draft for another customer',
    'recipient_changed',
    inFiken((uuid) => ({ drafts: [draftOf(uuid, { customerId: 12 })], invoices: [] })),
  ],
  [
    'a job that was opened again',
    'reopened',
    (world) => ({ job: { ...world.job, completed: false } }),
  ],
  ['a job that is not to be had', 'reopened', () => ({ job: null })],
  [
    'an invoiced job that was opened again',
    'reopened_invoiced',
    (world) => ({ job: null, drafts: [], invoices: [invoiceOf(world.transfer.draftUuid ?? '')] }),
  ],
  [
    'a job that was opened again before it was transferred',
    null,
    (world) => ({ ...open({ status: 'pending' })(world), job: null }),
  ],
  [
    'a job that was completed again next month',
    null,
    (world) => ({ job: { ...world.job, completedAt: '2026-12-01T08:00:00.000Z' } }),
  ],
  [
    'a draft in the company that was chosen before',
    'other_company',
    (world) => ({
      transfer: { ...world.transfer, slug: 'annet-as' },
      drafts: [],
      elsewhere: { drafts: world.drafts, invoices: [] },
    }),
  ],
  [
    'a company that is closed to us',
    'out_of_reach',
    (world) => ({ transfer: { ...world.transfer, slug: 'stengt-as' }, drafts: [] }),
  ],
  [
    'a draft in each company',
    'double',
    (world) => ({
      transfer: { ...world.transfer, slug: 'annet-as' },
      elsewhere: { drafts: [draftOf(uuidAt('annet-as', world.job.uuid))], invoices: [] },
    }),
  ],
  [
    'a credited invoice',
    'credited',
    inFiken((uuid) => ({
      drafts: [],
      ...creditedWith(invoiceOf(uuid, { outstanding: 0 }), TOTAL),
    })),
  ],
  [
    'an invoice that was paid, and then credited in full',
    'credited',
    inFiken((uuid) => ({
      drafts: [],
      ...creditedWith(invoiceOf(uuid, { outstanding: 0, totalPaid: TOTAL }), TOTAL),
    })),
  ],
  [
    'an invoice that was paid, of which a part was credited and paid back',
    'in_fiken',
    inFiken((uuid) => ({
      drafts: [],
      ...creditedWith(invoiceOf(uuid, { outstanding: 0, totalPaid: TOTAL - 500 }), 500),
    })),
  ],
  [
    'an invoice that was credited in part, and written off',
    'in_fiken',
    inFiken((uuid) => ({
      drafts: [],
      ...creditedWith(invoiceOf(uuid, { outstanding: 0, writtenOff: true }), 500),
    })),
  ],
  [
    'a credited invoice whose credit note cannot be read',
    'in_fiken',
    inFiken((uuid) => ({
      drafts: [],
      invoices: [invoiceOf(uuid, { creditNotes: [77], outstanding: 0 })],
    })),
  ],
  [
    'a draft that takes off a deposit that is credited',
    'deposit_credited',
    (world) => ({
      ...depositOff(world.transfer),
      drafts: [draftOf(world.transfer.draftUuid ?? '', { gross: TOTAL - 25_000 })],
    }),
  ],
  [
    'an invoice that took off a deposit that is credited in part',
    'deposit_credited',
    (world) => ({
      ...depositOff(world.transfer, 5_000),
      drafts: [],
      invoices: [invoiceOf(world.transfer.draftUuid ?? '', { gross: TOTAL - 25_000 })],
    }),
  ],
  [
    'an invoice that was credited in part',
    'in_fiken',
    inFiken((uuid) => ({
      drafts: [],
      ...creditedWith(invoiceOf(uuid, { outstanding: 25_000 }), TOTAL - 25_000),
    })),
  ],
  ['a transfer that a person deleted', 'skipped', open({ status: 'pending', skipped: true })],
  [
    'a job without an amount',
    'no_total',
    (world) => ({
      ...unknown('no_total')(world),
      job: { ...world.job, total: 0, skip: 'no_total' },
    }),
  ],
  ['a job that is not approved', 'not_approved', unknown('not_approved')],
  ['a job that is paid', 'paid', unknown('paid')],
  ['a job from before it was switched on', 'before_start', unknown('history')],
]
