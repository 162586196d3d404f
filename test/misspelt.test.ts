import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { mayDo } from '#shared/access/roles'
import { causeOf } from '#shared/causes/index'
import { endpoint } from '#shared/contract'
import type { ReconciliationRow } from '#shared/contracts/reconciliation'
import type { Task } from '#shared/contracts/tasks'
import type { Transfer } from '#shared/contracts/transfers/row'
import { may, statusLabel } from '#shared/transfer-status'
import { activityLogs } from '../src/server/features/activity-log/tables.ts'
import type { securityEvents } from '../src/server/features/auth/tables.ts'
import type { BillRow } from '../src/server/features/billing/bill-store.ts'
import type { countBills } from '../src/server/features/billing/queries.ts'
import type { userSubscriptions } from '../src/server/features/billing/tables.ts'
import type { Connection } from '../src/server/features/connections/queries.ts'
import { connections } from '../src/server/features/connections/tables.ts'
import type { addEvents } from '../src/server/features/inbox/store.ts'
import { writeBacks } from '../src/server/features/payments/tables.ts'
import type { TaskKind } from '../src/server/features/tasks/kind.ts'
import { tasks } from '../src/server/features/tasks/tables.ts'
import type { FailureContext } from '../src/server/features/documents/failure-policy.ts'
import type { LedgerTransfer } from '../src/server/features/transfers/ledger-queries.ts'
import type { JobStatus } from '../src/server/features/transfers/queries.ts'
import { transfers, type TransferRow } from '../src/server/features/transfers/tables.ts'

/**
 * Lines with a misspelt value of a closed list, none of which may compile. If one compiles, its
 * "@ts-expect-error" is unused, and the type check (npm run check:types) fails.
 */
export const misspelt = {
  transfer: (
    row: TransferRow,
    shown: Transfer,
    ledger: LedgerTransfer,
    job: JobStatus,
    failure: FailureContext,
  ) => [
    // @ts-expect-error misspelt status
    row.status === 'faild',
    // @ts-expect-error misspelt status
    shown.status === 'faild',
    // @ts-expect-error misspelt status
    ledger.status === 'faild',
    // @ts-expect-error misspelt status
    job.status === 'faild',
    // @ts-expect-error misspelt status
    may('retry', 'faild'),
    // @ts-expect-error misspelt status
    statusLabel('faild'),
    // @ts-expect-error misspelt status
    eq(transfers.status, 'faild'),
    // @ts-expect-error misspelt pending reason
    row.pendingReason === 'ambigous_customer',
    // @ts-expect-error misspelt pending reason
    ledger.pendingReason === 'ambigous_customer',
    // @ts-expect-error misspelt stage
    row.stage === 'fetsh',
    // @ts-expect-error misspelt stage
    shown.stage === 'fetsh',
    // @ts-expect-error misspelt stage
    failure.stage === 'isue',
    // @ts-expect-error misspelt cause
    row.errorCode === 'fiken_dwon',
    // @ts-expect-error misspelt cause
    shown.errorCode === 'fiken_dwon',
    // @ts-expect-error misspelt cause
    failure.former === 'fiken_dwon',
    // @ts-expect-error misspelt cause
    causeOf('fiken_dwon'),
    // @ts-expect-error misspelt: what a person overruled
    row.overruled.includes('payd'),
    // @ts-expect-error misspelt payment
    row.paymentStatus === 'part_payd',
    // @ts-expect-error misspelt payment
    shown.payment?.status === 'part_payd',
  ],
  month: (row: ReconciliationRow) => [
    // @ts-expect-error misspelt kind
    row.kind === 'mised',
    // @ts-expect-error misspelt code
    row.code === 'skiped',
  ],
  billing: (
    bill: BillRow,
    counted: Awaited<ReturnType<typeof countBills>>[number],
    subscription: typeof userSubscriptions.$inferSelect,
  ) => [
    // @ts-expect-error misspelt status
    bill.status === 'qeued',
    // @ts-expect-error misspelt status
    counted.status === 'qeued',
    // @ts-expect-error misspelt stage
    bill.stage === 'prepair',
    // @ts-expect-error misspelt cause
    bill.cause === 'fiken_dwon',
    // @ts-expect-error misspelt subscription
    subscription.subscriptionStatus === 'canceled',
  ],
  others: (
    connection: Connection,
    security: typeof securityEvents.$inferSelect,
    eventType: Parameters<typeof addEvents>[2],
    kind: TaskKind,
    task: Task,
  ) => [
    // @ts-expect-error misspelt status
    connection.status === 'conected',
    // @ts-expect-error misspelt vendor
    eq(connections.vendor, 'servicem9'),
    // @ts-expect-error misspelt status
    eq(connections.status, 'refusd'),
    // @ts-expect-error misspelt: payment reported to ServiceM8
    eq(writeBacks.state, 'deu'),
    // @ts-expect-error misspelt: type of a log entry
    eq(activityLogs.type, 'web_hook'),
    // @ts-expect-error misspelt task
    eq(tasks.status, 'runing'),
    // @ts-expect-error misspelt kind of task
    eq(tasks.kind, 'prise_run'),
    // @ts-expect-error misspelt kind of task
    kind.name === 'prise_run',
    // @ts-expect-error misspelt kind of task
    task.kind === 'prise_run',
    // @ts-expect-error misspelt security event
    security.event === 'loged_in',
    // @ts-expect-error misspelt security reason
    security.reason === 'wrong_pasword',
    // @ts-expect-error misspelt: event of the inbox
    eventType === 'swep',
  ],
  access: (
    call: { method: 'GET'; path: '/api/x'; summary: string; answer: z.ZodMiniUnknown },
    user: { access: 'user' },
    admin: { access: 'admin' },
  ) => [
    // @ts-expect-error a call of a user that does not say what it asks of their role
    endpoint({ ...call, ...user }),
    // @ts-expect-error a call that no role decides
    endpoint({ ...call, ...admin, act: 'read' }),
    // @ts-expect-error misspelt act
    endpoint({ ...call, ...user, act: 'tranfers' }),
    // @ts-expect-error misspelt act
    mayDo('owner', 'tranfers'),
    // @ts-expect-error misspelt role
    mayDo('acountant', 'transfers'),
  ],
}

test('a misspelt status, stage, cause or payment state does not compile', () => {
  // The compiler checks the lines above; they are never run.
  expect(Object.keys(misspelt)).toEqual(['transfer', 'month', 'billing', 'others', 'access'])
})
