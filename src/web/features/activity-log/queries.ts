import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { listActivity, type Activity, type LogCard } from '#shared/contracts/activity-log'
import { callForHeaders } from '../../lib/api.ts'
import { keyOf, showing, SLOW_MS } from '../../lib/query-client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { ON_CARD } from './activity-state.ts'
import { exportName, exportText } from './export-state.ts'
import { filterQuery, isFiltered, type LogFilter } from './log-filter-state.ts'

/** Number of rows per page of a filtered log; an unfiltered log shows only the latest rows. */
const PAGE = 200
/** The other cards read as many rows more as the card of errors can take from them. */
const LATEST = ON_CARD.latest + ON_CARD.errors
const READ: Record<LogCard, number> = {
  errors: ON_CARD.errors,
  webhooks: ON_CARD.webhooks + ON_CARD.errors,
}
const EXPORT_PAGE = 500
/** Maximum number of exported pages: enough for a year of a busy business. */
const EXPORT_PAGES = 100

async function readPage(query: Record<string, string | number>, signal?: AbortSignal) {
  const { answer, headers } = await callForHeaders(listActivity, {
    query,
    ...(signal ? { signal } : {}),
  })
  return {
    rows: answer,
    total: Number(headers.get('x-total-count') ?? answer.length),
    next: headers.get('x-next-cursor') ?? undefined,
  }
}

export function useActivity(filter: LogFilter) {
  return useInfiniteQuery({
    queryKey: [...keyOf(listActivity), filterQuery(filter)],
    queryFn: ({ pageParam, signal }) =>
      readPage(
        {
          ...filterQuery(filter),
          cursor: pageParam,
          limit: isFiltered(filter) ? PAGE : LATEST,
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: SLOW_MS,
    meta: showing(listActivity),
    refetchOnMount: 'always',
  })
}

export function useLogCard(card: LogCard) {
  return useQuery({
    queryKey: [...keyOf(listActivity), { card }],
    queryFn: ({ signal }) => readPage({ card, limit: READ[card] }, signal),
    refetchInterval: SLOW_MS,
    meta: showing(listActivity),
    refetchOnMount: 'always',
  })
}

export function useExport(filter: LogFilter) {
  return useMutation({
    mutationFn: async () => {
      const rows: Activity[] = []
      let cursor: string | undefined = ''
      for (let page = 0; page < EXPORT_PAGES && cursor !== undefined; page += 1) {
        const { rows: more, next } = await readPage({
          ...filterQuery(filter),
          cursor,
          limit: EXPORT_PAGE,
        })
        rows.push(...more)
        cursor = next
      }
      saveFile(exportName(new Date()), exportText(rows))
    },
    onError: (error) => toastFailure('Kunne ikke lage filen', error),
  })
}
