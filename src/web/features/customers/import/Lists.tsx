import { CircleCheck, CirclePlus, CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AnswerOf } from '#shared/contract'
import {
  ROWS_A_PAGE,
  type MatchKind,
  type MatchRow,
  type readImport,
} from '#shared/contracts/customer-import'
import { whenText } from '#shared/dates'
import { errorText } from '../../../lib/api.ts'
import { useNow } from '../../../lib/time.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ToggleChip } from '../../../ui/ChoiceChip.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { useSelection } from '../../../ui/selection.ts'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { BarPlace, FollowedTasks } from '../../tasks/FollowedTasks.tsx'
import { isOpen } from '../../tasks/task-state.ts'
import { firstList, LISTS, pagesOf, readShown, writeShown, type Counts } from './import-state.ts'
import { LinkedList } from './LinkedList.tsx'
import { MissingList, SelectPage } from './MissingList.tsx'
import { useCreate, useRows } from './queries.ts'
import { text } from './text.ts'
import { UncertainList } from './UncertainList.tsx'
import { enumerate } from '#shared/norwegian'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'

const EVERY_MINUTE = 60_000

interface ListsProps {
  state: AnswerOf<typeof readImport>
  cancelledAt: string | null
}

export function Lists({ state: { task, matchedAt, counts }, cancelledAt }: ListsProps) {
  const now = useNow(EVERY_MINUTE)
  const [search, setSearch] = useSearchParams()
  const asked = readShown(search)
  const running = task !== null && isOpen(task)
  // Keeps the selected list, even after its last row is done.
  const [first, setFirst] = useState<MatchKind | null>(null)
  if (first === null && !running) setFirst(firstList(counts))
  const list = asked.list ?? first ?? firstList(counts)
  const { page, pages } = pagesOf(counts[list], asked.page)
  const shown = useRows(list, page, true)
  const rows = shown.data?.rows ?? []
  const choice = useSelection(list === 'missing' ? rows : [], uuidOf)
  const acts = useCreate()
  const show = (next: MatchKind, at = 1) =>
    setSearch((current) => writeShown(current, next, at), {
      replace: true,
      preventScrollReset: at === 1,
    })
  return (
    <>
      <section
        aria-label={text.list[list]}
        className="@container rounded-card border border-line bg-surface"
      >
        <div
          className={cx(
            'border-b border-line px-4 pt-3 sm:px-5',
            list === 'missing' ? 'pb-1' : 'pb-3',
          )}
        >
          <div className="grid gap-2 @2xl:flex @2xl:items-center @2xl:gap-4">
            <div
              role="group"
              aria-label={text.lists}
              className="-mx-4 flex items-center gap-1.5 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] @xl:mx-0 @xl:gap-2 @xl:p-0"
            >
              {LISTS.map((one) => (
                <ToggleChip
                  key={one}
                  pressed={one === list}
                  count={text.number(counts[one])}
                  onPress={() => show(one)}
                >
                  {text.chip[one]}
                  {one === 'missing' && <span className="@max-xl:sr-only">{text.inFikenToo}</span>}
                </ToggleChip>
              ))}
            </div>
            <p role="status" className="min-h-5 min-w-0 text-sm text-ink-2 @2xl:ml-auto">
              {cancelledAt
                ? text.cancelled(whenText(cancelledAt, now))
                : matchedAt
                  ? text.matched(whenText(matchedAt, now))
                  : null}
            </p>
          </div>
          {list === 'missing' && (
            <SelectPage
              choice={choice}
              count={
                shown.data && rows.length > 0
                  ? text.count((page - 1) * ROWS_A_PAGE + 1, rows.length, shown.data.total)
                  : null
              }
            />
          )}
        </div>
        {shown.isError && rows.length > 0 && (
          <Banner tone="bad" live title={text.rowsError} className="m-3">
            {errorText(shown.error)}
          </Banner>
        )}
        {rows.length > 0 ? (
          list === 'linked' ? (
            <LinkedList rows={rows} />
          ) : list === 'uncertain' ? (
            <UncertainList rows={rows} />
          ) : (
            <MissingList rows={rows} choice={choice} />
          )
        ) : shown.isError ? (
          <ErrorState
            title={text.rowsError}
            why={errorText(shown.error)}
            pending={shown.isFetching}
            onRetry={() => void shown.refetch()}
          />
        ) : shown.data && counts[list] === 0 ? (
          <Empty list={list} counts={counts} onShow={show} />
        ) : (
          <SkeletonRows rows={8} />
        )}
        {pages > 1 && (
          <div className="border-t border-line p-2">
            <Pagination
              label={text.pages}
              page={page}
              pages={pages}
              onPage={(next) => show(list, next)}
            />
          </div>
        )}
      </section>
      <BarPlace>
        <FollowedTasks followed={acts.followed} />
        <CreateBar chosen={choice.chosen} create={acts.create} onClear={choice.clear} />
      </BarPlace>
    </>
  )
}

const uuidOf = ({ uuid }: { uuid: string }) => uuid

const ICONS = { linked: CircleCheck, uncertain: CircleQuestionMark, missing: CirclePlus }

/** A message in place of an empty list, with a link to a list that needs the user. */
function Empty({
  list,
  counts,
  onShow,
}: {
  list: MatchKind
  counts: Counts
  onShow: (list: MatchKind) => void
}) {
  const Icon = ICONS[list]
  const next = LISTS.find((one) => counts[one] > 0)
  return (
    <EmptyState
      {...text.empty[list]}
      icon={<Icon aria-hidden className="size-5" />}
      action={next && <Button onClick={() => onShow(next)}>{text.goTo[next]}</Button>}
    />
  )
}

const MOST_NAMED = 3

interface CreateBarProps {
  chosen: readonly MatchRow[]
  create: ReturnType<typeof useCreate>['create']
  onClear: () => void
}

function CreateBar({ chosen, create, onClear }: CreateBarProps) {
  const [asking, setAsking] = useState(false)
  const count = chosen.length
  const named = chosen.slice(0, MOST_NAMED).map((row) => `«${row.recipientName || row.name}»`)
  const rest = count - named.length
  const names = enumerate(rest > 0 ? [...named, text.andMore(rest)] : named)
  return (
    <SelectionBar
      label={text.chosenRows}
      count={count}
      words={text}
      onClear={onClear}
      questions={
        <ConfirmDialog
          tone="primary"
          open={asking}
          onOpenChange={setAsking}
          title={text.confirmCreate(count)}
          description={text.confirmWhy(count, names)}
          confirm={text.create(count)}
          onConfirm={() =>
            create.mutate(
              chosen.map(({ uuid }) => uuid),
              { onSuccess: onClear },
            )
          }
        />
      }
    >
      <Button
        tone="primary"
        size="sm"
        pending={create.isPending}
        icon={<CirclePlus aria-hidden className="size-3.5" />}
        onClick={() => setAsking(true)}
      >
        {text.create(count)}
      </Button>
    </SelectionBar>
  )
}
