import { ExternalLink, TriangleAlert } from 'lucide-react'
import { causeOf, type CauseCode } from '#shared/causes/index'
import { retryHelps } from '#shared/causes/retry-helps'
import { jobCount } from '#shared/needs/job-sum'
import { hasScreen } from '#shared/routes'
import { helpPathOf } from '../../../lib/help-path.ts'
import { useMay } from '../../../lib/access/may.tsx'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import type { ManyActs } from './many-queries.ts'
import { RemedyStep } from '../remedy/RemedyStep.tsx'
import { fikenUrl, type Places } from '../transfer-state.ts'
import { ReadMore } from '../cause/ReadMore.tsx'
import { StopStrip } from './StopStrip.tsx'

interface CauseStripProps {
  causes: readonly { code: CauseCode; count: number; failed: number }[]
  places: Places
  acts: ManyActs
  onShow: (code: CauseCode) => void
  onQueue: () => void
}

/** A strip of causes; the user fixes each once and then retries all of its jobs together. */
export function CauseStrip({ causes, ...acts }: CauseStripProps) {
  return (
    <>
      <Strip label="Kunder å velge" causes={causes.filter(isQueued)} {...acts} />
      <Strip
        label="Dette har stoppet"
        causes={causes.filter((cause) => !isQueued(cause))}
        {...acts}
      />
    </>
  )
}

/** Returns true for customers that are chosen in the queue; failed jobs are not in it. */
function isQueued({ code, count, failed }: CauseStripProps['causes'][number]): boolean {
  const { remedy } = causeOf(code)
  return 'action' in remedy && remedy.action === 'choose_customer' && count > failed
}

function Strip({ label, causes, ...acts }: CauseStripProps & { label: string }) {
  return (
    <StopStrip
      tone="bad"
      icon={TriangleAlert}
      label={label}
      folded={`${causes.length} årsaker`}
      lines={causes.map((group) => {
        const { title, explanation } = causeOf(group.code)
        const help = helpPathOf({ errorCode: group.code, pendingReason: null })
        return {
          key: group.code,
          title,
          count: jobCount(group.count),
          why: (
            <>
              {explanation} {help && <ReadMore to={help} about={title} />}
            </>
          ),
          acts: <GroupActs {...group} {...acts} />,
          leads: isQueued(group),
        }
      })}
    />
  )
}

type GroupActsProps = CauseStripProps['causes'][number] & Omit<CauseStripProps, 'causes'>

function GroupActs({ places, acts, onShow, onQueue, ...group }: GroupActsProps) {
  const { code, failed } = group
  const { remedy } = causeOf(code)
  const { act, startsCause } = acts
  const mayAct = useMay()('transfers')
  return (
    <>
      {isQueued(group) && mayAct && (
        <Button size="sm" tone="primary" onClick={onQueue}>
          {remedy.label}
        </Button>
      )}
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
        Vis jobbene
      </Button>
      {failed > 0 && retryHelps(code) && mayAct && (
        <Button
          size="sm"
          pending={startsCause(code)}
          disabled={act.isPending}
          onClick={() => act.mutate({ act: 'retry', cause: code })}
        >
          {failed === 1 ? words.tryAgain : 'Prøv alle igjen'}
        </Button>
      )}
    </>
  )
}
