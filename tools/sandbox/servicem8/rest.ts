import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rowsOf, type AnyRow, type Sm8Account, type TableName } from '../world/state.ts'
import type { World } from '../world/world.ts'
import {
  authorise,
  errorBody,
  failsOnPurpose,
  hasScope,
  type Access,
  type RateLimiter,
} from './access.ts'
import { TABLES } from './columns.ts'
import { parseFilter } from './filter.ts'
import { createRecord, deleteRecord, updateRecord } from './records.ts'
import { linePercent, scaled } from './totals.ts'
import { wireForm } from './wire-form.ts'

const SINGLES: Record<string, TableName> = {}
for (const [name, rule] of Object.entries(TABLES)) SINGLES[rule.single || name] = name as TableName

/** Registers GET, POST and DELETE under /api_1.0 for all objects, based only on their columns. */
export function registerRest(app: FastifyInstance, world: World, limiter: RateLimiter): void {
  const ok = { errorCode: 0, message: 'OK' }

  app.get('/api_1.0/vendor.json', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access || !hasScope(access, 'vendor', reply)) return reply
    return [access.account.vendor]
  })

  app.get('/api_1.0/:file', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access) return reply
    const table = tableNamed(nameOf(request, 'file'), reply)
    if (!table || !hasScope(access, TABLES[table].read, reply)) return reply
    const page = list(world, access.account, table, request, reply)
    return Array.isArray(page) ? page.map((row) => wireForm(world, request, table, row)) : page
  })

  app.get('/api_1.0/:object/:file', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access) return reply
    const found = recordAt(access, request, reply, 'read')
    if (!found || failsOnPurpose(found.row, reply)) return reply
    return wireForm(world, request, found.table, found.row)
  })

  app.post('/api_1.0/:file', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access) return reply
    const table = tableNamed(nameOf(request, 'file'), reply)
    if (!table || !hasScope(access, TABLES[table].create, reply)) return reply
    const sent = bodyOf(request)
    if (refuseWrite(world, access.account, table, sent, reply, null)) return reply
    const uuid = createRecord(world, access.account, table, sent)
    return reply.header('x-record-uuid', uuid).send(ok)
  })

  app.post('/api_1.0/:object/:file', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access) return reply
    const found = recordAt(access, request, reply, 'write')
    if (!found) return reply
    const sent = bodyOf(request)
    if (refuseWrite(world, access.account, found.table, sent, reply, found.row.uuid)) return reply
    updateRecord(world, access.account, found.table, found.row, sent)
    return ok
  })

  app.delete('/api_1.0/:object/:file', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access) return reply
    const found = recordAt(access, request, reply, 'write')
    if (!found) return reply
    deleteRecord(world, access.account, found.table, found.row)
    return ok
  })
}

function nameOf(request: FastifyRequest, key: 'file' | 'object'): string {
  const value = (request.params as Record<string, string>)[key] ?? ''
  return value.replace(/\.json$/, '')
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body)
    ? (body as Record<string, unknown>)
    : {}
}

function tableNamed(name: string, reply: FastifyReply): TableName | null {
  if (Object.hasOwn(TABLES, name)) return name as TableName
  void reply.code(400).send(errorBody(400, `${name} is not an authorised object type`))
  return null
}

function recordAt(
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: 'read' | 'write',
): { table: TableName; row: AnyRow } | null {
  const object = nameOf(request, 'object')
  const table = SINGLES[object]
  if (!table) {
    void reply.code(400).send(errorBody(400, `${object} is not an authorised object type`))
    return null
  }
  if (!hasScope(access, TABLES[table][wanted], reply)) return null
  const row = rowsOf(access.account, table)[nameOf(request, 'file')]
  if (!row) {
    void reply.code(404).send(errorBody(404, 'Record not found'))
    return null
  }
  return { table, row }
}

function list(
  world: World,
  account: Sm8Account,
  table: TableName,
  request: FastifyRequest,
  reply: FastifyReply,
): AnyRow[] | FastifyReply {
  const query = request.query as Record<string, string | undefined>
  const columns = TABLES[table].columns
  const rows = Object.values(rowsOf(account, table))
  const filter = query['$filter'] ? parseFilter(query['$filter'], columns) : () => true
  if (typeof filter === 'string') return reply.code(400).send(errorBody(400, filter))
  const found = rows.filter(filter)
  const cursor = query['cursor']
  if (cursor === undefined) {
    const top = Number(query['$top'] ?? 0)
    return top > 0 ? found.slice(0, top) : found
  }
  const sorted = found.sort((one, other) =>
    one.uuid < other.uuid ? -1 : one.uuid > other.uuid ? 1 : 0,
  )
  const rest = cursor === '-1' ? sorted : sorted.filter((row) => row.uuid > cursor)
  const page = rest.slice(0, world.settings.servicem8.pageSize)
  const last = page.at(-1)
  if (last && page.length < rest.length) void reply.header('x-next-cursor', last.uuid)
  return page
}

/** Responds to an invalid write with 400 or 409; returns false for a valid write. */
function refuseWrite(
  world: World,
  account: Sm8Account,
  table: TableName,
  sent: Record<string, unknown>,
  reply: FastifyReply,
  /** The existing record's uuid; null when creating a record. */
  existing: string | null,
): boolean {
  const rule = TABLES[table]
  const creating = existing === null
  const problem =
    rule.required
      .filter((field) => (creating ? !sent[field] : field in sent && !sent[field]))
      .map((field) => `${field} is required`)[0] ??
    (table === 'job' &&
    'status' in sent &&
    !['Quote', 'Work Order', 'Unsuccessful', 'Completed'].includes(String(sent['status']))
      ? 'Invalid status'
      : undefined) ??
    (table === 'jobmaterial'
      ? displayedAmountProblem(world, account, sent, creating)
      : undefined) ??
    (table === 'jobpayment' && sent['job_uuid'] && !rowsOf(account, 'job')[String(sent['job_uuid'])]
      ? 'job_uuid must be a job'
      : undefined) ??
    (table === 'material' ? itemNumberProblem(account, sent, existing) : undefined)
  if (problem) {
    void reply.code(400).send(errorBody(400, problem))
    return true
  }
  const uuid = sent['uuid']
  if (creating && typeof uuid === 'string' && rowsOf(account, table)[uuid]) {
    void reply.code(409).send(errorBody(409, 'A record with this UUID already exists'))
    return true
  }
  return false
}

function displayedAmountProblem(
  world: World,
  account: Sm8Account,
  sent: Record<string, unknown>,
  creating: boolean,
): string | undefined {
  if (!creating && !('price' in sent) && !('displayed_amount' in sent)) return undefined
  if (!('price' in sent)) return undefined
  const inclusive = ['1', 1, true].includes(sent['displayed_amount_is_tax_inclusive'] as string)
  const line = { tax_rate_uuid: String(sent['tax_rate_uuid'] ?? '') } as Parameters<
    typeof linePercent
  >[1]
  const percent = Number(linePercent(account, line, world.settings))
  const expected = Number(sent['price']) * (inclusive ? 1 + percent / 100 : 1)
  const given = scaled(sent['displayed_amount'])
  if (
    given === scaled(expected.toFixed(4)) ||
    (inclusive && given === scaled(Number(sent['price']).toFixed(4)))
  )
    return undefined
  return `Provided displayed_amount is incorrect. Expected [${expected.toFixed(4)}]`
}

function itemNumberProblem(
  account: Sm8Account,
  sent: Record<string, unknown>,
  existing: string | null,
): string | undefined {
  const number = String(sent['item_number'] ?? '')
  if (!number) return undefined
  const taken = Object.values(account.tables.material).some(
    (material) =>
      material.item_number === number && material.active === 1 && material.uuid !== existing,
  )
  return taken ? `Item number ${number} is already in use` : undefined
}
