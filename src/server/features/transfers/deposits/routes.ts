import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/transfers/deposits'
import type { SentDeposit } from '../../drafts/sent-draft.ts'
import { vendorFailure } from '../../connections/vendor-failure.ts'
import { notFound } from '../../../platform/http-error.ts'
import { route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { transferById, wasSent } from '../queries.ts'
import { chooseDeposit, mayChange } from './choose-deposit.ts'
import { settleDeposit } from './settle-deposit.ts'
import { findInvoices, paymentsOnJob, readInvoice } from './find-deposits.ts'

export function depositRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readDeposit, async ({ company, params }) => {
    const row = await transferById(platform.db, company.id, params.id)
    if (!row) throw notFound('Overføringen finnes ikke.')
    const hasDraft = row.status === 'completed' && wasSent(row) && row.fikenInvoiceNumber === null
    // A draft that may have arrived is not reported as being in Fiken.
    const sent = row.fikenInvoiceDraftId === null ? null : row.fikenData?.deposit
    return {
      chosen: row.deposit && shown(row.deposit),
      sent: sent ? shown(sent) : null,
      hasDraft,
      mayChange: mayChange(row),
    }
  })
  route(app, contract.readJobPayments, ({ company, params }) =>
    asking('Kunne ikke hente innbetalingene fra ServiceM8.', () =>
      paymentsOnJob(platform, company.id, params.id),
    ),
  )
  route(app, contract.findDepositInvoices, ({ company, params }) =>
    asking('Kunne ikke hente fakturaene fra Fiken.', () =>
      findInvoices(platform, company.id, params.id),
    ),
  )
  route(app, contract.readDepositInvoice, ({ company, params }) =>
    asking(NOT_READ, () => readInvoice(platform, company.id, params.id, Number(params.invoiceId))),
  )
  route(app, contract.chooseDeposit, async ({ actor, company, params, body }) => ({
    message: await asking(NOT_READ, () =>
      chooseDeposit(platform, company.id, actor, params.id, body),
    ),
  }))
  route(app, contract.settleDeposit, async ({ actor, company, params, body }) => ({
    message: await settleDeposit(platform, company.id, actor, params.id, body.settled),
  }))
}

const NOT_READ = 'Kunne ikke hente fakturaen fra Fiken.'

async function asking<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw vendorFailure(error, what)
  }
}

const shown = ({ invoiceId, invoiceNumber, issueDate, gross }: SentDeposit) => ({
  invoiceId,
  invoiceNumber,
  issueDate,
  gross,
})
