import type { FastifyInstance } from 'fastify'
import { findInvoicesToCredit } from '#shared/contracts/transfers/credits'
import { route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { vendorFailure } from '../../connections/vendor-failure.ts'
import { invoicesToCredit } from './find-invoices.ts'

export function creditRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, findInvoicesToCredit, async ({ company, params }) => {
    try {
      return await invoicesToCredit(platform, company.id, params.id)
    } catch (error) {
      throw vendorFailure(error, 'Kunne ikke hente fakturaene fra Fiken.')
    }
  })
}
