import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredDraft } from '#sandbox/world/state'
import { chooseCollective, makeCollective, previewCollective } from '#shared/contracts/collective'
import { saveConfiguration, DESCRIPTION_SOURCES } from '#shared/contracts/configuration'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { TransferPreview } from '#shared/contracts/transfers/preview'
import { jobsOf, onDrafts, rowsThat } from '../../support/people/collective-customer.ts'
import { collectiveCustomer } from '../../support/people/collective/customer.ts'
import { finishJob, rate } from '../../support/people/finished-jobs.ts'
import { runs } from '../../support/size.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()

const job = fc.record({
  lines: fc.array(
    fc.record({
      name: fc.constantFrom('Arbeid', 'Kobberrør 15 mm', 'Rabatt', 'Lang '.repeat(50)),
      quantity: fc.constantFrom('1', '0.25', '3.5', '-1', '0', '1234.5678'),
      displayed_amount: fc.constantFrom('800.0000', '99.9900', '0.0500', '0.0000', '333.3333'),
      percent: fc.constantFrom(25, 25, 15, 12),
    }),
    { maxLength: 4 },
  ),
  order: fc.constantFrom('', '', 'A-1', 'B-2'),
  description: fc.constantFrom('', 'Byttet kran', 'Første linje\nAndre linje', 'æ'.repeat(300)),
})
const jobs = fc.array(job, { minLength: 1, maxLength: 5 })
const source = fc.constantFrom(...DESCRIPTION_SOURCES)

test('the drafts that are shown are the drafts that are made, for any jobs and settings', async () => {
  await fc.assert(
    fc.asyncProperty(jobs, source, fc.boolean(), async (all, invoiceDescriptionSource, byOrder) => {
      const customer = await collectiveCustomer(world)
      const { visitor, tenant, client } = customer
      const done = all.map(({ lines, order, description }) =>
        finishJob(world, customer, { purchase_order_number: order, job_description: description }, [
          { name: 'Arbeid', displayed_amount: '5000.0000' },
          ...lines.map(({ percent, ...line }) => ({
            ...line,
            tax_rate_uuid: rate(customer, percent),
          })),
        ]),
      )
      // A job that cannot be invoiced does not wait for the collective draft.
      const rows = await rowsThat(
        customer,
        done.map(({ uuid }) => uuid),
        'to be read',
        isRead,
      )
      const ready = rows.filter(({ status }) => status === 'pending')
      // Settings changed after the jobs were read apply to both the preview and the drafts.
      await visitor.call(saveConfiguration, { body: { invoiceDescriptionSource } })
      await visitor.call(chooseCollective, {
        params: { clientUuid: client.uuid },
        body: { time: { every: 'hand' }, byPurchaseOrder: byOrder },
      })
      const params = { clientUuid: client.uuid }
      const { drafts, stopped } = await visitor.call(previewCollective, { params })
      if (ready.length === 0) return
      await visitor.call(makeCollective, { body: { clientUuid: client.uuid } })
      await onDrafts(customer, jobsOf(ready))
      expect(stopped).toEqual([])
      expect(tenant.company.drafts.map(made)).toEqual(drafts.map(({ preview }) => shown(preview)))
    }),
    { numRuns: Math.ceil(runs(200) / 20), endOnFailure: true },
  )
})

const isRead = ({ status }: Transfer) => ['pending', 'failed'].includes(status)

const shown = ({ head, lines, net, gross }: TransferPreview) => ({
  text: [head?.issueDate, head?.daysUntilDueDate, head?.invoiceText, head?.orderReference],
  our: head?.ourReference,
  lines: lines.map((line) => [
    line.description,
    line.comment,
    Number(line.quantity),
    line.unitPrice,
    line.account,
  ]),
  net,
  gross,
})

const made = (draft: StoredDraft) => ({
  text: [
    draft.issueDate,
    draft.daysUntilDueDate,
    draft.invoiceText ?? '',
    draft.orderReference ?? '',
  ],
  our: draft.ourReference ?? '',
  lines: draft.lines.map((line) => [
    line.description,
    line.comment ?? '',
    Number(line.quantity),
    line.unitPrice,
    line.incomeAccount,
  ]),
  net: draft.net,
  gross: draft.gross,
})
