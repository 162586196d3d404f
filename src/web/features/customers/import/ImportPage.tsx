import { ArrowLeft, RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { ApiError, errorText } from '../../../lib/api.ts'
import { May, useMay } from '../../../lib/access/may.tsx'
import { useFirstAnswers } from '../../../lib/query-client.ts'
import { words } from '../../../ui/words.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { MissingButton } from '../../connections/MissingButton.tsx'
import { isOpen } from '../../tasks/task-state.ts'
import { obstacleIn, obstacleOf, stepOf, troubleOf, type Trouble } from './import-state.ts'
import { Lists } from './Lists.tsx'
import { useGrants, useImport, useSettings, useStart, useSteps } from './queries.ts'
import { Start } from './Start.tsx'
import { text } from './text.ts'
import { useRef } from 'react'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import type { Task, TaskItem } from '#shared/contracts/tasks'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useCancelTask } from '../../tasks/queries.ts'

/**
 * The page /customers/import, which matches all ServiceM8 clients with Fiken contacts. Certain
 * matches are linked automatically; contacts are created in Fiken only after a confirmation.
 */
export function ImportPage() {
  const state = useImport()
  const grants = useGrants()
  const settings = useSettings()
  const start = useStart()
  const may = useMay()
  const { data } = state
  const task = data?.task ?? null
  const steps = useSteps(task)
  const ready = useFirstAnswers([state], [grants, settings])
  const running = task !== null && isOpen(task)
  const pending = start.isPending || running
  const trouble = troubleOf(task, steps)
  const compared = data?.matchedAt != null
  return (
    <>
      <Link
        to="/customers"
        className="-mt-2 inline-flex min-h-8 items-center gap-1.5 text-sm text-ink-2 hover:text-ink hover:underline pointer-coarse:-mt-3 pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {text.back}
      </Link>
      <PageHeader
        compact
        title={text.title}
        subtitle={text.subtitle}
        actions={
          <May act="customers">
            <Button
              pending={pending}
              className={cx('max-sm:size-11 max-sm:p-0!', !compared && 'invisible')}
              icon={<RefreshCw aria-hidden className="size-4" />}
              onClick={() => start.mutate()}
            >
              <span className="max-sm:sr-only">{text.again}</span>
            </Button>
          </May>
        }
      />
      <div className="grid gap-3">
        {start.isError && !pending && <StartFailed error={start.error} />}
        {running && <Progress task={task} items={steps} />}
        {trouble?.ended === 'failed' && !start.isPending && may('customers') && (
          <TroubleBanner trouble={trouble} onAgain={() => start.mutate()} />
        )}
        {data && ready ? (
          compared ? (
            <Lists
              state={data}
              cancelledAt={trouble?.ended === 'cancelled' ? (task?.finishedAt ?? null) : null}
            />
          ) : (
            !running && (
              <Start
                obstacle={obstacleOf(grants.data, settings.data)}
                pending={start.isPending}
                hadNone={
                  trouble === null &&
                  task !== null &&
                  task.parameters['slug'] === settings.data?.fikenCompanySlug
                }
                onStart={() => start.mutate()}
              />
            )
          )
        ) : (
          <div className="rounded-card border border-line bg-surface">
            {state.isError && !data ? (
              <ErrorState
                title={text.loadError}
                why={errorText(state.error)}
                pending={state.isFetching}
                onRetry={() => void state.refetch()}
              />
            ) : (
              <SkeletonRows rows={8} />
            )}
          </div>
        )}
      </div>
    </>
  )
}

function StartFailed({ error }: { error: unknown }) {
  // The toast "Token utløpt" is already visible.
  if (error instanceof ApiError && error.status === 401) return null
  const obstacle = error instanceof ApiError ? obstacleIn(error.code) : null
  return (
    <Banner
      tone="bad"
      live
      title={text.startFailed}
      action={obstacle && <MissingButton size="sm" missing={obstacle} />}
    >
      {errorText(error)}
    </Banner>
  )
}

interface TroubleBannerProps {
  trouble: Extract<Trouble, { ended: 'failed' }>
  onAgain: () => void
}

function TroubleBanner({ trouble: { some, why }, onAgain }: TroubleBannerProps) {
  const place = useRef<HTMLDivElement>(null)
  const kept = useKeepFocus(place, 'button')
  return (
    <div ref={place} {...kept}>
      <Banner tone="bad" live title={some ? text.failedSome : text.failed} onRetry={onAgain}>
        {why}
      </Banner>
    </div>
  )
}

interface ProgressProps {
  task: Task
  items: readonly TaskItem[] | undefined
}

function Progress({ task, items }: ProgressProps) {
  const cancel = useCancelTask()
  const place = useRef<HTMLElement>(null)
  const kept = useKeepFocus(place, 'button')
  const { step, steps, title } = stepOf(task, items)
  return (
    <section
      ref={place}
      {...kept}
      aria-label={text.running}
      className="grid gap-2.5 rounded-card border border-line bg-surface py-3 pr-3 pl-4 sm:pl-5"
    >
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{text.running}</p>
          <p role="status" className="text-sm text-ink-2 tabular-nums">
            {task.status === 'queued' ? text.waiting : text.step(step, steps, title)}
          </p>
        </div>
        <May act="customers">
          <Button size="sm" pending={cancel.isPending} onClick={() => cancel.mutate(task.id)}>
            {words.cancel}
          </Button>
        </May>
      </div>
      {/* Placed halfway into the current step, because an empty bar would look stuck. */}
      <ProgressBar label={text.running} value={step - 0.5} max={steps} />
      <p className="text-sm text-ink-2">{text.leave}</p>
    </section>
  )
}
