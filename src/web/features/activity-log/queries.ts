import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { listActivity, type Activity, type LogCard } from '#shared/contracts/activity-log'
import { callForHeaders } from '../../lib/api.ts'
import { keyOf, polling, showing, SLOW_MS } from '../../lib/query-client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { exportName, exportText } from './export-state.ts'
import { filterQuery, isFiltered, type LogFilter } from './log-filter-state.ts'

/** Number of rows per page of a filtered log; an unfiltered log shows only the latest rows. */
const PAGE = 200
const LATEST = 10
const ON_CARD: Record<LogCard, number> = { errors: 5, webhooks: 10 }
const EXPORT_PAGE = 500
/** Maximum number of exported pages: enough for a year of a busy business. */
const EXPORT_PAGES = 100

async function readPage(
  filter: LogFilter,
  page: { cursor: string; limit: number },
  signal?: AbortSignal,
) {
  const { answer, headers } = await callForHeaders(listActivity, {
    query: { ...filterQuery(filter), ...page },
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
      readPage(filter, { cursor: pageParam, limit: isFiltered(filter) ? PAGE : LATEST }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: SLOW_MS,
    meta: showing(listActivity),
    refetchOnMount: 'always',
  })
}

export function useLogCard(card: LogCard) {
  return useQuery(polling(listActivity, { query: { card, limit: ON_CARD[card] } }))
}

export function useExport(filter: LogFilter) {
  return useMutation({
    mutationFn: async () => {
      const rows: Activity[] = []
      let cursor: string | undefined = ''
      for (let page = 0; page < EXPORT_PAGES && cursor !== undefined; page += 1) {
        const { rows: more, next } = await readPage(filter, { cursor, limit: EXPORT_PAGE })
        rows.push(...more)
        cursor = next
      }
      saveFile(exportName(new Date()), exportText(rows))
    },
    onError: (error) => toastFailure('Kunne ikke lage filen', error),
  })
}
