import { ExternalLink, TriangleAlert } from 'lucide-react'
import { causeOf, type CauseCode } from '#shared/causes/index'
import { retryHelps } from '#shared/causes/retry-helps'
import { hasScreen } from '#shared/routes'
import { helpPathOf } from '../../../lib/help-path.ts'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import type { ManyActs } from './many-queries.ts'
import { text } from './many-text.ts'
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
  const isQueued = ({ code, count, failed }: (typeof causes)[number]) =>
    asksForCustomer(code) && count > failed
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

function asksForCustomer(code: CauseCode): boolean {
  const { remedy } = causeOf(code)
  return 'action' in remedy && remedy.action === 'choose_customer'
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
          count: text.countOf(group.count),
          why: (
            <>
              {explanation} {help && <ReadMore to={help} about={title} />}
            </>
          ),
          acts: <GroupActs {...group} {...acts} />,
          leads: asksForCustomer(group.code),
        }
      })}
    />
  )
}

type GroupActsProps = CauseStripProps['causes'][number] & Omit<CauseStripProps, 'causes'>

function GroupActs({ code, count, failed, places, acts, onShow, onQueue }: GroupActsProps) {
  const { remedy } = causeOf(code)
  const { act, startsCause } = acts
  return (
    <>
      {asksForCustomer(code) && count > failed && (
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
      {failed > 0 && retryHelps(code) && (
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
