import { ExternalLink, TriangleAlert } from 'lucide-react'
import { causeOf, type CauseCode } from '#shared/causes/index'
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
}

/** A strip of causes; the user fixes each once and then retries all of its jobs together. */
export function CauseStrip({ causes, ...acts }: CauseStripProps) {
  return (
    <StopStrip
      tone="bad"
      icon={TriangleAlert}
      label="Dette har stoppet"
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
        }
      })}
    />
  )
}

type GroupActsProps = CauseStripProps['causes'][number] & Omit<CauseStripProps, 'causes'>

function GroupActs({ code, failed, places, acts, onShow }: GroupActsProps) {
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
        Vis jobbene
      </Button>
      {failed > 0 && (
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
