import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { id } from '../fields.ts'
import { filterName } from '../forms/saved-filter.ts'

export const FILTERED_LISTS = ['transfers'] as const
export type FilteredList = (typeof FILTERED_LISTS)[number]

export const MOST_SAVED = 30
/**
 * The longest query in characters: room for a search of 200 characters, each encoded as up to nine,
 * and the rest of the filters.
 */
const LONGEST_QUERY = 3_000

const list = z.enum(FILTERED_LISTS)

export const savedFilter = z.object({
  id: z.string(),
  name: z.string(),
  /** The filter as a query, for example "status=failed&period=month". */
  query: z.string(),
})
export type SavedFilter = z.infer<typeof savedFilter>

export const listSavedFilters = endpoint({
  method: 'GET',
  path: '/api/saved-filters',
  access: 'user',
  act: 'read',
  shows: ['saved_filters'],
  summary: 'Filtrene du har lagret for en liste, i alfabetisk orden',
  query: z.object({ list }),
  answer: z.array(savedFilter),
})

export const saveFilter = endpoint({
  method: 'PUT',
  path: '/api/saved-filters',
  access: 'user',
  act: 'saved_filters',
  changes: ['saved_filters'],
  summary: `Lagrer et filter under et navn; har navnet et filter fra før, erstattes det. Høyst ${MOST_SAVED} for hver liste.`,
  body: z.extend(filterName, {
    list,
    query: z.string().check(z.minLength(1), z.maxLength(LONGEST_QUERY)),
  }),
  answer: savedFilter,
})

export const deleteSavedFilter = endpoint({
  method: 'DELETE',
  path: '/api/saved-filters/:id',
  access: 'user',
  act: 'saved_filters',
  changes: ['saved_filters'],
  summary: 'Sletter et lagret filter. Et som er slettet fra før, er også slettet.',
  params: z.object({ id }),
  answer: z.object({ message: z.string() }),
})
