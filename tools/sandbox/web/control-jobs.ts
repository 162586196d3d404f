import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebhookSender } from '../servicem8/delivery.ts'
import { createRecord, updateRecord } from '../servicem8/records.ts'
import { linesOf } from '../servicem8/totals.ts'
import {
  addJob,
  approveJob,
  changeJob,
  changeLine,
  completeJob,
  payJob,
  type NewJobLine,
} from '../servicem8/workshop.ts'
import { createTenant } from '../seed/tenants.ts'
import { rowsOf, type Sm8Account, type TableName } from '../world/state.ts'
import { accountOfRecord, findAccount, type World } from '../world/world.ts'
import { paramOf } from './parts.ts'

export function registerJobControl(
  app: FastifyInstance,
  world: World,
  sender: WebhookSender,
): void {
  app.get('/api/accounts', async () =>
    Object.values(world.state.servicem8.accounts).map((account) => ({
      uuid: account.uuid,
      name: account.vendor.name,
      inGoodStanding: account.inGoodStanding,
      subscriptions: account.subscriptions,
      counts: Object.fromEntries(
        Object.entries(account.tables).map(([table, rows]) => [table, Object.keys(rows).length]),
      ),
    })),
  )

  app.patch('/api/accounts/:id', async (request, reply) => {
    const account = findAccount(world, paramOf(request, 'id'))
    if (!account) return missing(reply)
    const { inGoodStanding } = bodyOf(request)
    if (typeof inGoodStanding === 'boolean') account.inGoodStanding = inGoodStanding
    world.touch()
    return { ok: true }
  })

  app.post('/api/tenants', async (request, reply) => {
    const { name } = bodyOf(request)
    if (typeof name !== 'string' || name === '')
      return reply.code(400).send({ message: 'name is required' })
    const { account, user, company } = createTenant(world, name)
    return {
      accountUuid: account.uuid,
      accountName: account.vendor.name,
      email: user.email,
      slug: company.slug,
    }
  })

  app.get('/api/jobs', async (request, reply) => {
    const query = request.query as Record<string, string | undefined>
    const account = findAccount(world, query['account'])
    if (!account) return missing(reply)
    return Object.values(account.tables.job).filter(
      (job) => !query['status'] || job.status === query['status'],
    )
  })

  app.post('/api/jobs', async (request, reply) => {
    const { account: wanted, job, lines } = bodyOf(request)
    const account = findAccount(world, typeof wanted === 'string' ? wanted : '')
    if (!account) return missing(reply)
    const uuid = addJob(
      world,
      account,
      (job ?? {}) as Record<string, unknown>,
      (lines ?? []) as NewJobLine[],
    )
    return reply.code(201).send({ uuid })
  })

  app.get('/api/jobs/:uuid', async (request, reply) => {
    const uuid = paramOf(request, 'uuid')
    const account = accountOfRecord(world, 'job', uuid)
    if (!account) return missing(reply)
    return { ...rowsOf(account, 'job')[uuid], lines: linesOf(account, uuid) }
  })

  const act = (
    path: string,
    run: (account: Sm8Account, uuid: string, body: Record<string, unknown>) => unknown,
  ): void => {
    app.post(`/api/jobs/:uuid/${path}`, async (request, reply) => {
      const uuid = paramOf(request, 'uuid')
      const account = accountOfRecord(world, 'job', uuid)
      if (!account) return missing(reply)
      return { ok: true, result: run(account, uuid, bodyOf(request)) }
    })
  }
  act('complete', (account, uuid) => completeJob(world, account, uuid))
  act('approve', (account, uuid) => approveJob(world, account, uuid))
  act('pay', (account, uuid) => payJob(world, account, uuid))
  act('change', (account, uuid, body) => changeJob(world, account, uuid, body))
  act('webhooks', (account, uuid, body) =>
    sender.again(account.uuid, uuid, Number(body['times'] ?? 1)),
  )

  app.patch('/api/lines/:uuid', async (request, reply) => {
    const uuid = paramOf(request, 'uuid')
    const account = accountOfRecord(world, 'jobmaterial', uuid)
    if (!account) return missing(reply)
    return { ok: changeLine(world, account, uuid, bodyOf(request)) }
  })

  app.get('/api/records/:table', async (request, reply) => {
    const account = findAccount(
      world,
      (request.query as Record<string, string | undefined>)['account'],
    )
    if (!account) return missing(reply)
    const table = paramOf(request, 'table')
    return Object.hasOwn(account.tables, table)
      ? Object.values(rowsOf(account, table as TableName))
      : missing(reply)
  })

  app.post('/api/records/:table', async (request, reply) => {
    const { account: wanted, ...fields } = bodyOf(request)
    const account = findAccount(world, typeof wanted === 'string' ? wanted : '')
    if (!account) return missing(reply)
    return reply
      .code(201)
      .send({ uuid: createRecord(world, account, paramOf(request, 'table') as TableName, fields) })
  })

  app.patch('/api/records/:table/:uuid', async (request, reply) => {
    const table = paramOf(request, 'table') as TableName
    const uuid = paramOf(request, 'uuid')
    const account = accountOfRecord(world, table, uuid)
    const row = account && rowsOf(account, table)[uuid]
    if (!account || !row) return missing(reply)
    updateRecord(world, account, table, row, bodyOf(request))
    return { ok: true }
  })
}

export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  return typeof request.body === 'object' && request.body !== null
    ? (request.body as Record<string, unknown>)
    : {}
}

export function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ message: 'Not found' })
}
