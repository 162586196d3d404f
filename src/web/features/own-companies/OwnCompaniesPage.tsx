import { useQuery } from '@tanstack/react-query'
import { Briefcase, Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { readOwnCompanies } from '#shared/contracts/own-companies'
import { today } from '#shared/dates'
import { errorText } from '../../lib/api.ts'
import { polling } from '../../lib/query-client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { CompanyTable } from './CompanyTable.tsx'
import { csvOf, sorted, sortFrom, SORTS, type Sort } from './own-companies-state.ts'
import { text } from './text.ts'

/** Less often than other lists, because one call reads all companies. */
const EVERY_MS = 60_000
const OPTIONS = SORTS.map((value) => ({ value, label: text.sorts[value] }))

/** The page /mine-firma: a row per company of the user's, for those who have several. */
export function OwnCompaniesPage() {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch, isFetching } = useQuery(polling(readOwnCompanies, {}, EVERY_MS))
  const sort = sortFrom(search.get('sort'))
  const setSort = (next: Sort) =>
    setSearch({ sort: next }, { replace: true, preventScrollReset: true })
  const rows = data && sorted(data, sort)
  return (
    <>
      <PageHeader
        compact
        title={text.title}
        aside={rows && <Badge>{rows.length}</Badge>}
        subtitle={text.subtitle}
        actions={
          rows &&
          rows.length > 0 && (
            <Button
              icon={<Download aria-hidden className="size-4" />}
              onClick={() =>
                saveFile(
                  `mine-firma-${today(new Date())}.csv`,
                  csvOf(rows),
                  'text/csv;charset=utf-8',
                )
              }
            >
              {text.csv}
            </Button>
          )
        }
      />
      {rows && rows.length > 0 ? (
        <section
          aria-label={text.title}
          className="@container rounded-card border border-line bg-surface"
        >
          <div className="border-b border-line px-4 py-3 @xl:hidden">
            <ChoiceChip label={text.sort} options={OPTIONS} value={sort} onChange={setSort} />
          </div>
          <CompanyTable rows={rows} sort={sort} onSort={setSort} />
        </section>
      ) : rows ? (
        <Card>
          <EmptyState
            title={text.none}
            why={text.noneWhy}
            icon={<Briefcase aria-hidden className="size-5" />}
          />
        </Card>
      ) : error ? (
        <Card>
          <ErrorState
            title={text.failed}
            why={errorText(error)}
            pending={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Card flush>
          <SkeletonRows rows={6} label={text.loading} />
        </Card>
      )}
    </>
  )
}
