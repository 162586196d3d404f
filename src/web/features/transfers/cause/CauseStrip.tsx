import { ChevronDown, ExternalLink, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { causeOf } from '#shared/causes/index'
import { hasScreen } from '#shared/routes'
import { helpPathOf } from '../../../lib/help-path.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { ManyActs } from '../list/many-queries.ts'
import { text } from '../list/many-text.ts'
import { RemedyStep } from '../remedy/RemedyStep.tsx'
import { fikenUrl, type Places } from '../transfer-state.ts'
import { ReadMore } from './ReadMore.tsx'

interface CauseStripProps {
  causes: readonly { code: string; count: number; failed: number }[]
  places: Places
  acts: ManyActs
  onShow: (code: string) => void
}

/** More than these are folded into one line. */
const FEW = 2

/** What is stopped, by cause, one line each: fixed once, tried again together. */
export function CauseStrip({ causes, places, acts, onShow }: CauseStripProps) {
  const [all, setAll] = useState(false)
  const id = useId()
  if (causes.length === 0) return null
  const folds = causes.length > FEW
  const jobs = causes.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="border-b border-line bg-bad-soft/40">
      {folds && (
        <button
          type="button"
          aria-expanded={all}
          aria-controls={id}
          onClick={() => setAll(!all)}
          className="flex min-h-11 w-full items-center gap-2 px-4 text-left sm:px-5 text-sm font-semibold text-bad"
        >
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 truncate">{text.causesFolded(causes.length, jobs)}</span>
          <Chevron open={all} />
        </button>
      )}
      <ul
        id={id}
        aria-label={text.causes}
        hidden={folds && !all}
        className={cx('divide-y divide-line', folds && 'border-t border-line')}
      >
        {causes.map((group) => (
          <Group key={group.code} {...group} places={places} acts={acts} onShow={onShow} />
        ))}
      </ul>
    </div>
  )
}

const Chevron = ({ open }: { open: boolean }) => (
  <ChevronDown
    aria-hidden
    className={cx('size-4 shrink-0 transition-transform', open && 'rotate-180')}
  />
)

type GroupProps = CauseStripProps['causes'][number] & Omit<CauseStripProps, 'causes'>

function Group(props: GroupProps) {
  const { code, count } = props
  const [open, setOpen] = useState(false)
  const id = useId()
  const { title, explanation } = causeOf(code)
  const help = helpPathOf({ errorCode: code, pendingReason: null })
  return (
    <li className="px-4 text-sm sm:px-5">
      <div className="flex min-h-11 items-center gap-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-left"
        >
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-bad" />
          <strong className="min-w-0 font-semibold @max-xl:line-clamp-2 @max-xl:leading-5 @xl:truncate">
            {title}
          </strong>
          <span className="shrink-0">
            <Badge>{text.countOf(count)}</Badge>
          </span>
          <Chevron open={open} />
        </button>
        <span className="flex shrink-0 gap-2 @max-xl:hidden">
          <GroupActs {...props} />
        </span>
      </div>
      <div id={id} hidden={!open} className="grid gap-2 pb-3 @xl:pl-6">
        <p>
          {explanation} {help && <ReadMore to={help} about={title} />}
        </p>
        <span className="flex flex-wrap gap-2 @xl:hidden">
          <GroupActs {...props} />
        </span>
      </div>
    </li>
  )
}

function GroupActs({ code, failed, places, acts, onShow }: GroupProps) {
  const { remedy } = causeOf(code)
  const { act, startsCause } = acts
  return (
    <>
      {'href' in remedy && hasScreen(remedy.href) && (
        <RemedyStep step={{ ...remedy, cause: code }} />
      )}
      {'action' in remedy && remedy.action === 'open_fiken' && (
        <Button asChild size="sm">
          <a href={fikenUrl(places)} target="_blank" rel="noreferrer">
            {remedy.label}
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
        </Button>
      )}
      <Button size="sm" tone="ghost" onClick={() => onShow(code)}>
        {text.showJobs}
      </Button>
      {failed > 0 && (
        <Button
          size="sm"
          pending={startsCause(code)}
          disabled={act.isPending}
          onClick={() => act.mutate({ act: 'retry', cause: code })}
        >
          {failed === 1 ? text.retryOne : text.retryAll}
        </Button>
      )}
    </>
  )
}
