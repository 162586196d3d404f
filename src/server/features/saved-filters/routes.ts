import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/saved-filters'
import { instant } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http-error.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { filtersOf, putFilter, removeFilter } from './store.ts'

const FULL = `Du har ${contract.MOST_SAVED} lagrede filtre. Slett ett du ikke bruker, og prøv igjen.`

export function savedFilterRoutes(app: FastifyInstance, { db, clock }: Platform): void {
  route(app, contract.listSavedFilters, async ({ company, query }) => {
    const filters = await filtersOf(db, company.id, query.list)
    return filters.sort((one, other) => one.name.localeCompare(other.name, 'nb'))
  })
  route(app, contract.saveFilter, async ({ company, body }) => {
    const saved = await putFilter(db, company.id, { ...body, id: randomUUID(), at: instant(clock) })
    if (!saved) throw new HttpError(409, 'too_many_filters', FULL)
    return saved
  })
  route(app, contract.deleteSavedFilter, async ({ company, params }) => {
    await removeFilter(db, company.id, params.id)
    return { message: 'Filteret er slettet.' }
  })
}
