import type { FastifyRequest } from 'fastify'
import type { Deviation } from '#sandbox/http/deviations'
import type { World } from '#sandbox/start'
import type { Planted } from './fiken-deviations.ts'

const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Record<string, unknown>
const queryOf = (request: FastifyRequest) => request.query as Record<string, string | undefined>
const MATERIAL_LIST = /\/material\.json$/
const ONE_MATERIAL = /\/material\/[\w-]+\.json$/
const ONE_JOB = /\/job\/[\w-]+\.json$/
const TOKENS = /\/oauth\/(access_)?token$/

function servicem8(deviation: Omit<Deviation, 'vendor'>): (world: World) => void {
  return (world) => void world.deviations.push({ vendor: 'servicem8', ...deviation })
}

const both =
  (deviation: Omit<Deviation, 'vendor'>) =>
  ({ deviations }: World): void =>
    void deviations.push({ vendor: 'fiken', ...deviation }, { vendor: 'servicem8', ...deviation })

function eachRow(body: string, change: (row: Record<string, unknown>) => unknown): string {
  const rows = JSON.parse(body) as Record<string, unknown> | Record<string, unknown>[]
  if (!Array.isArray(rows)) {
    change(rows)
    return JSON.stringify(rows)
  }
  return JSON.stringify(rows.filter((row) => change(row) !== false))
}

function refused(message: string, status = 400): Error {
  const answer = { errorCode: status, message }
  return Object.assign(new Error(message), { statusCode: status, answer })
}

export const SERVICEM8_DEVIATIONS: Planted[] = [
  {
    what: 'a repeated uuid is taken for a new record',
    plant: servicem8({
      method: 'POST',
      path: MATERIAL_LIST,
      request: (request) => {
        if (String(bodyOf(request)['item_number']).startsWith('FBV-') && !bodyOf(request)['price'])
          delete bodyOf(request)['uuid']
      },
    }),
    found: ['servicem8.records.repeated-uuid'],
  },
  {
    what: 'an update clears what is left out',
    plant: servicem8({
      method: 'POST',
      path: ONE_MATERIAL,
      request: (request) => (bodyOf(request)['item_number'] ??= ''),
    }),
    found: ['servicem8.records.sparse-update'],
  },
  {
    what: 'deleted records are not in lists',
    plant: servicem8({
      method: 'GET',
      path: MATERIAL_LIST,
      answer: (answer) => (answer.body = eachRow(answer.body, (row) => row['active'] !== 0)),
    }),
    found: ['servicem8.records.soft-delete'],
  },
  {
    what: 'stamps are in UTC',
    plant: servicem8({
      method: 'GET',
      path: ONE_MATERIAL,
      answer: (answer) =>
        (answer.body = eachRow(answer.body, (row) => {
          const at = new Date(`${String(row['edit_date']).replace(' ', 'T')}Z`)
          at.setHours(at.getHours() - 2)
          row['edit_date'] = at.toISOString().slice(0, 19).replace('T', ' ')
        })),
    }),
    found: ['servicem8.records.local-time'],
  },
  {
    what: 'rows are written as the published file says',
    plant: ({ settings }) => void (settings.servicem8.wire = 'published'),
    found: ['servicem8.records.types'],
  },
  {
    what: 'a job’s total leaves VAT out',
    plant: servicem8({
      method: 'GET',
      path: ONE_JOB,
      answer: (answer) =>
        (answer.body = eachRow(answer.body, (row) => {
          row['total_invoice_amount'] = (Number(row['total_invoice_amount']) / 1.25).toFixed(4)
        })),
    }),
    found: [
      'servicem8.jobs.total-includes-vat',
      'servicem8.jobs.total-of-inclusive',
      'servicem8.jobs.negative-line',
      'servicem8.jobs.rounding',
      'servicem8.jobs.negative-rounding',
      'servicem8.jobs.blank-rate',
      'servicem8.jobs.payment-leaves-total',
    ],
  },
  {
    what: 'a line without a rate has the account’s default',
    plant: ({ settings }) => void (settings.servicem8.blankTaxRate = 'default'),
    found: ['servicem8.jobs.blank-rate'],
  },
  {
    what: 'a changed line leaves the job’s edit_date',
    plant: servicem8({
      method: 'GET',
      path: ONE_JOB,
      answer: (answer) =>
        (answer.body = eachRow(answer.body, (row) => {
          row['edit_date'] = '2026-01-01 12:00:00'
        })),
    }),
    found: ['servicem8.jobs.line-moves-job'],
  },
  {
    what: 'the filter of lines by job is ignored',
    plant: servicem8({
      method: 'GET',
      path: /\/jobmaterial\.json$/,
      request: (request) => delete queryOf(request)['$filter'],
    }),
    found: ['servicem8.filters.owner'],
  },
  {
    what: 'jobs cannot be filtered by when they were completed',
    plant: servicem8({
      method: 'GET',
      path: /\/job\.json$/,
      request: (request) => {
        if (queryOf(request)['$filter']?.includes('completion_date'))
          throw refused('completion_date is not a valid field for filtering')
      },
    }),
    found: ['servicem8.filters.job-completion_date'],
  },
  {
    what: 'the challenge is JSON',
    plant: ({ settings }) => void (settings.servicem8.challenge = 'json'),
    found: ['servicem8.webhooks.challenge'],
  },
  {
    what: 'a save rings three times',
    plant: ({ settings }) => void (settings.servicem8.webhooks = 'duplicate'),
    found: ['servicem8.webhooks.once'],
  },
  {
    what: 'a ping that failed is not sent again',
    plant: ({ settings }) => void (settings.servicem8.webhookRetryMs = []),
    found: ['servicem8.webhooks.retry'],
  },
  {
    what: 'fewer requests a minute are allowed',
    plant: ({ settings }) => void (settings.servicem8.perMinute = 100),
    found: ['servicem8.limits.pace'],
  },
  {
    what: 'answers say what is left of the allowance',
    plant: both({
      path: /\/(user|vendor\.json)$/,
      answer: ({ header }) => header('x-ratelimit-remaining', '170'),
    }),
    found: ['servicem8.limits.headers'],
  },
  {
    what: 'an access token lasts ten minutes',
    plant: ({ settings }) => void (settings.servicem8.accessTokenSeconds = 600),
    found: ['servicem8.grants.lifetime'],
  },
  {
    what: 'a used refresh token works a minute more',
    plant: ({ settings }) => {
      settings.fiken.refreshGraceSeconds = 60
      settings.servicem8.refreshGraceSeconds = 60
    },
    found: ['fiken.grants.grace', 'servicem8.grants.grace'],
  },
  {
    what: 'a wrong secret is answered as if the grant were dead',
    plant: both({
      method: 'POST',
      path: TOKENS,
      answer: (answer) =>
        (answer.body = answer.body.replace('"invalid_client"', '"invalid_grant"')),
    }),
    found: ['fiken.grants.bad-secret', 'servicem8.grants.bad-secret'],
  },
  {
    what: 'refusals of tokens are pages',
    plant: both({
      method: 'POST',
      path: TOKENS,
      answer: (answer) => {
        if (answer.status < 400) return
        answer.type('text/html')
        answer.body = '<html><body>Bad Request</body></html>'
      },
    }),
    found: ['fiken', 'servicem8'].flatMap((vendor) =>
      ['bad-refresh-token', 'bad-code', 'bad-secret', 'grace'].map(
        (point) => `${vendor}.grants.${point}`,
      ),
    ),
  },
  {
    what: 'trying a used refresh token ends the grant',
    plant: ({ deviations, state }) =>
      void deviations.push({
        vendor: 'servicem8',
        method: 'POST',
        path: TOKENS,
        answer: ({ status }, request) => {
          const used = bodyOf(request)['refresh_token']
          for (const grant of Object.values(state.servicem8.oauth.grants))
            if (used && grant.previousRefreshToken === used && status >= 400) grant.revoked = true
        },
      }),
    found: ['servicem8.grants.after-reuse'],
  },
]
