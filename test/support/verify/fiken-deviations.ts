import type { FastifyRequest } from 'fastify'
import { MARK } from '#verify/lab'
import { fikenError } from '#sandbox/fiken/errors'
import type { Deviation } from '#sandbox/http/deviations'
import type { World } from '#sandbox/start'
import { companyIn } from './asked-sandbox.ts'

/** A deliberate difference between the sandbox and the code's assumptions about a vendor. */
export interface Planted {
  what: string
  plant: (world: World) => void
  /** The ids of all verify points that must detect the difference. */
  found: string[]
}

const DRAFTS = /\/invoices\/drafts$/
const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Record<string, unknown>
const queryOf = (request: FastifyRequest) => request.query as Record<string, string | undefined>
const lastPart = (request: FastifyRequest) => /(\d+)(?:\/\w+)?(?:\?|$)/.exec(request.url)?.[1] ?? ''

function fiken(deviation: Omit<Deviation, 'vendor'>): (world: World) => void {
  return (world) => void world.deviations.push({ vendor: 'fiken', ...deviation })
}

export const FIKEN_DEVIATIONS: Planted[] = [
  {
    what: 'a repeated uuid makes a second draft',
    plant: (world) =>
      fiken({
        method: 'POST',
        path: DRAFTS,
        request: (request) => {
          const body = bodyOf(request)
          if (companyIn(world).draftUuids.includes(String(body['uuid'])))
            body['uuid'] = crypto.randomUUID()
        },
      })(world),
    found: [
      'fiken.drafts.duplicate-uuid',
      'fiken.drafts.uuid-after-delete',
      'fiken.issuing.uuid-after-issue',
    ],
  },
  {
    what: 'a repeated uuid is a clean 409',
    plant: fiken({
      method: 'POST',
      path: DRAFTS,
      answer: (answer) => {
        if (answer.body.includes('duplikatfeil')) answer.status = 409
      },
    }),
    found: [
      'fiken.drafts.duplicate-uuid',
      'fiken.drafts.uuid-after-delete',
      'fiken.issuing.uuid-after-issue',
    ],
  },
  {
    what: 'the filter by uuid is ignored',
    plant: fiken({
      method: 'GET',
      path: DRAFTS,
      request: (request) => delete queryOf(request)['uuid'],
    }),
    found: ['fiken.drafts.uuid-filter'],
  },
  {
    what: 'the filter of invoices by the draft’s uuid is ignored',
    plant: fiken({
      method: 'GET',
      path: /\/invoices$/,
      request: (request) => delete queryOf(request)['invoiceDraftUuid'],
    }),
    found: ['fiken.issuing.invoice-filter'],
  },
  {
    what: 'a key that is not known is refused',
    plant: fiken({
      method: 'POST',
      path: DRAFTS,
      request: (request) => {
        if ('fakturabroVerify' in bodyOf(request)) throw fikenError(400, 'Unrecognized field')
      },
    }),
    found: ['fiken.drafts.unknown-key'],
  },
  {
    what: 'a pair of VAT type and account that does not fit is taken',
    plant: fiken({
      method: 'POST',
      path: DRAFTS,
      request: (request) => {
        const lines = bodyOf(request)['lines']
        for (const line of Array.isArray(lines) ? (lines as Record<string, unknown>[]) : [])
          if (line['vatType'] === 'MEDIUM') line['vatType'] = 'HIGH'
      },
    }),
    found: ['fiken.drafts.vat-mismatch'],
  },
  {
    what: 'negative halves are rounded up',
    plant: ({ settings }) => void (settings.fiken.rounding = 'half_up'),
    found: ['fiken.money.negative-half'],
  },
  {
    what: 'halves are rounded to even',
    plant: ({ settings }) => void (settings.fiken.rounding = 'half_even'),
    found: ['fiken.money.half-ore', 'fiken.money.negative-half', 'fiken.money.vat-per-line'],
  },
  {
    what: 'VAT is computed on the sum for each rate',
    plant: ({ settings }) => void (settings.fiken.rounding = 'per_rate'),
    found: ['fiken.money.vat-per-line'],
  },
  {
    what: 'amounts are written as text',
    plant: fiken({
      method: 'GET',
      path: /\/invoices\/drafts\/\d+$/,
      answer: (answer) => (answer.body = answer.body.replace(/"gross":(\d+)/, '"gross":"$1"')),
    }),
    found: [
      'fiken.money.half-ore',
      'fiken.money.negative-half',
      'fiken.money.vat-per-line',
      'fiken.money.number-types',
    ],
  },
  {
    what: 'the list of drafts does not show what is made',
    plant: ({ faults }) =>
      void faults.add({ vendor: 'fiken', kind: 'stale', seconds: null, path: '/invoices/drafts$' }),
    found: ['fiken.drafts.uuid-filter', 'fiken.lists.lag-after-create', 'fiken.lists.first-page'],
  },
  {
    what: 'pages are counted from one',
    plant: fiken({
      method: 'GET',
      path: DRAFTS,
      request: (request) => {
        const query = queryOf(request)
        query['page'] = String(Math.max(0, Number(query['page'] ?? 0) - 1))
      },
    }),
    found: ['fiken.lists.first-page'],
  },
  {
    what: 'a page has fifty rows at most',
    plant: fiken({
      method: 'GET',
      path: /\/contacts$/,
      request: (request) => (queryOf(request)['pageSize'] = '50'),
    }),
    found: ['fiken.lists.page-size'],
  },
  {
    what: 'lists do not say how many pages there are',
    plant: fiken({
      method: 'GET',
      path: /\/contacts$/,
      answer: ({ header }) => {
        header('fiken-api-page-count', undefined)
        header('fiken-api-result-count', undefined)
      },
    }),
    found: ['fiken.lists.page-headers'],
  },
  {
    what: 'half a name finds the contact',
    plant: fiken({
      method: 'GET',
      path: /\/contacts$/,
      request: (request) => {
        const query = queryOf(request)
        if (query['name'] && MARK.startsWith(query['name'])) query['name'] = MARK
      },
    }),
    found: ['fiken.lists.equality'],
  },
  {
    what: 'a country must be written as a code',
    plant: fiken({
      method: 'POST',
      path: /\/contacts$/,
      request: (request) => {
        const address = bodyOf(request)['address'] as { country?: string } | undefined
        if (address && address.country !== 'NO') throw fikenError(400, 'Ugyldig land')
      },
    }),
    found: ['fiken.contacts.country'],
  },
  {
    what: 'a product keeps its stock when a PUT leaves it out',
    plant: (world) =>
      fiken({
        method: 'PUT',
        path: /\/products\/\d+$/,
        request: (request) => {
          const product = companyIn(world).products.find(
            ({ productId }) => String(productId) === lastPart(request),
          )
          bodyOf(request)['stock'] ??= product?.stock
        },
      })(world),
    found: ['fiken.products.put-without-stock'],
  },
  {
    what: 'a draft takes its products out of stock',
    plant: (world) =>
      fiken({
        method: 'POST',
        path: DRAFTS,
        answer: ({ status }, request) => {
          const lines = bodyOf(request)['lines'] as Record<string, unknown>[]
          for (const line of status === 201 ? lines : []) {
            const product = companyIn(world).products.find(
              ({ productId }) => productId === line['productId'],
            )
            if (typeof product?.stock === 'number') product.stock -= Number(line['quantity'])
          }
        },
      })(world),
    found: [
      'fiken.products.draft-leaves-stock',
      'fiken.issuing.stock',
      'fiken.issuing.stock-after-credit',
    ],
  },
  {
    what: 'a product on a draft cannot be deleted',
    plant: (world) =>
      fiken({
        method: 'DELETE',
        path: /\/products\/\d+$/,
        request: (request) => {
          const used = companyIn(world).drafts.some(({ lines }) =>
            lines.some(({ productId }) => String(productId) === lastPart(request)),
          )
          if (used) throw fikenError(400, 'The product is in use')
        },
      })(world),
    found: ['fiken.products.delete-used'],
  },
  {
    what: 'what is credited of a paid invoice is owed back',
    plant: (world) =>
      fiken({
        method: 'GET',
        path: /\/invoices\/\d+$/,
        answer: (answer, request) => {
          const credited = companyIn(world).invoices.find(
            ({ invoiceId }) => String(invoiceId) === lastPart(request),
          )?.creditedGross
          if (credited)
            answer.body = answer.body.replace(
              '"outstandingBalance":0',
              `"outstandingBalance":${-credited}`,
            )
        },
      })(world),
    found: ['fiken.issuing.credit-after-payment'],
  },
  {
    what: 'createInvoice names the sale',
    plant: (world) =>
      fiken({
        method: 'POST',
        path: /\/createInvoice$/,
        answer: ({ status, header }) => {
          const invoice = companyIn(world).invoices.at(-1)
          if (status === 201) header('location', `https://api.fiken.no/sales/${invoice?.saleId}`)
        },
      })(world),
    found: ['fiken.issuing.location'],
  },
  {
    what: 'a missing bank account is a server fault',
    plant: fiken({
      method: 'POST',
      path: /\/createInvoice$/,
      answer: (answer) => {
        if (answer.status !== 403) return
        answer.status = 500
        answer.body = '{"message":"Kontonummer mangler på faktura"}'
      },
    }),
    found: ['fiken.issuing.without-bank-account'],
  },
  {
    what: 'a file of more than five megabytes is refused',
    plant: fiken({
      method: 'POST',
      path: /\/attachments$/,
      request: ({ body }) => {
        if (Buffer.isBuffer(body) && body.length > 5 * 1024 * 1024)
          throw fikenError(413, 'The file is too large')
      },
    }),
    found: ['fiken.attachments.size'],
  },
  {
    what: 'the list of a draft’s files tells no names',
    plant: fiken({
      method: 'GET',
      path: /\/drafts\/\d+\/attachments$/,
      answer: (answer) => {
        const rows = JSON.parse(answer.body) as { identifier: string; type: string }[]
        answer.body = JSON.stringify(rows.map(({ identifier, type }) => ({ identifier, type })))
      },
    }),
    found: ['fiken.attachments.name'],
  },
  {
    what: 'a second file of the same name is refused',
    plant: (world) =>
      fiken({
        method: 'POST',
        path: /\/attachments$/,
        request: ({ body }) => {
          const name = 'verify-twice.pdf'
          const files = companyIn(world).drafts.flatMap(({ attachments }) => attachments)
          const isThere = files.some(({ downloadUrl }) => downloadUrl.endsWith(name))
          if (isThere && Buffer.isBuffer(body) && body.includes(name))
            throw fikenError(409, 'The file exists')
        },
      })(world),
    found: ['fiken.attachments.same-name'],
  },
]
