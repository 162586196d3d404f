import type { FastifyInstance } from 'fastify'
import type { World } from '../world/world.ts'
import { API, companiesOf, companyRoute, signedIn } from './access.ts'
import { fikenError } from './errors.ts'
import { paged } from './paging.ts'

export function registerCompanies(app: FastifyInstance, world: World): void {
  app.get(`${API}/user`, async (request) => {
    const { user } = signedIn(world, request)
    return { name: user.name, email: user.email }
  })

  app.get(`${API}/companies`, async (request, reply) => {
    const { user, grant } = signedIn(world, request)
    const query = request.query as Record<string, string | undefined>
    const rows = companiesOf(world, user, grant).map((company) => company.info)
    const [field, direction] = (query['sortBy'] ?? '').split(' ')
    if (field)
      rows.sort((one, other) => compare(one, other, field) * (direction === 'desc' ? -1 : 1))
    return paged({ query, reply }, rows)
  })

  companyRoute(app, world, 'GET', '', (call) => call.company.info)

  companyRoute(app, world, 'GET', '/bankAccounts', (call) => {
    const wanted = call.query['inactive']
    return paged(
      call,
      call.company.bankAccounts.filter(
        (row) => wanted === undefined || String(row.inactive) === wanted,
      ),
    )
  })

  companyRoute(app, world, 'GET', '/bankAccounts/:id', (call) => {
    const found = call.company.bankAccounts.find(
      (row) => String(row.bankAccountId) === call.params['id'],
    )
    if (!found) throw fikenError(404, 'No bank account found with provided id.')
    return found
  })

  companyRoute(app, world, 'GET', '/accounts', (call) => {
    const { fromAccount = '0', toAccount = '9999', range } = call.query
    const ranges = (range ?? `${fromAccount}-${toAccount}`)
      .split(',')
      .map((part) => part.trim().split('-'))
    return paged(
      call,
      call.company.accounts.filter((row) => {
        const code = Number(row.code.slice(0, 4))
        return ranges.some(
          ([from = '0', to = from]) =>
            code >= Number(from.slice(0, 4)) && code <= Number(to.slice(0, 4)),
        )
      }),
    )
  })

  companyRoute(app, world, 'GET', '/accounts/:code', (call) => {
    const found = call.company.accounts.find((row) => row.code === call.params['code'])
    if (!found) throw fikenError(404, 'Account not found')
    return found
  })
}

function compare(one: object, other: object, field: string): number {
  const read = (row: object): string => String((row as Record<string, unknown>)[field] ?? '')
  return read(one).localeCompare(read(other), 'nb')
}
