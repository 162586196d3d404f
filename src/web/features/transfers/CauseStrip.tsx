import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { causeOf } from '#shared/causes'
import { hasScreen } from '#shared/routes'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import type { ManyActs } from './many-queries.ts'
import { text } from './many-text.ts'
import { fikenUrl, type Places } from './transfer-state.ts'

interface CauseStripProps {
  causes: readonly { code: string; count: number; failed: number }[]
  places: Places
  acts: ManyActs
  onShow: (code: string) => void
}

/** As many as are read at a glance. */
const FIRST = 3

/** What stands still, by cause: mended once, tried again together. */
export function CauseStrip({ causes, places, acts, onShow }: CauseStripProps) {
  const [all, setAll] = useState(false)
  if (causes.length === 0) return null
  const shown = all ? causes : causes.slice(0, FIRST)
  return (
    <Card title={text.causes} intro={text.causesWhy} flush className="mb-4">
      <ul aria-label={text.causes} className="divide-y divide-line">
        {shown.map((group) => (
          <Group key={group.code} {...group} places={places} acts={acts} onShow={onShow} />
        ))}
      </ul>
      {shown.length < causes.length && (
        <div className="border-t border-line p-2 text-center">
          <Button size="sm" tone="ghost" onClick={() => setAll(true)}>
            {text.moreCauses(causes.length - shown.length)}
          </Button>
        </div>
      )}
    </Card>
  )
}

type GroupProps = CauseStripProps['causes'][number] & Omit<CauseStripProps, 'causes'>

function Group({ code, count, failed, places, acts, onShow }: GroupProps) {
  const { title, explanation, mend } = causeOf(code)
  const { act } = acts
  const busy = act.isPending && 'cause' in act.variables && act.variables.cause === code
  return (
    <li className="grid gap-x-4 gap-y-2 px-4 py-3 sm:px-5 lg:grid-cols-[1fr_auto] lg:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <button
            type="button"
            className="text-left font-semibold underline-offset-2 hover:underline pointer-coarse:min-h-11"
            onClick={() => onShow(code)}
          >
            {title}
          </button>
          <Badge>{text.countOf(count)}</Badge>
        </p>
        <p className="text-sm text-ink-2">{explanation}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {'href' in mend && hasScreen(mend.href) && (
          <Button asChild size="sm">
            <Link to={mend.href}>{mend.label}</Link>
          </Button>
        )}
        {'action' in mend && mend.action === 'open_fiken' && (
          <Button asChild size="sm">
            <a href={fikenUrl(places)} target="_blank" rel="noreferrer">
              {mend.label}
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          </Button>
        )}
        <Button size="sm" tone="ghost" onClick={() => onShow(code)}>
          {text.showJobs}
        </Button>
        {failed > 0 && (
          <Button size="sm" pending={busy} disabled={act.isPending} onClick={() => act.mutate({ act: 'retry', cause: code })}>
            {failed === 1 ? text.retryOne : text.retryAll}
          </Button>
        )}
      </div>
    </li>
  )
}
