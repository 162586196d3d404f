import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import { May } from '../../lib/access/may.tsx'
import { Button } from '../../ui/Button.tsx'
import { waitingText, howOften } from './collective-state.ts'
import { text } from './text.ts'
import { useAskedMake } from './useAskedMake.tsx'

export interface CollectiveLineProps {
  choice: CollectiveChoiceShown
  name: string
  /** The head office whose choice this site follows; null for a customer with its own choice. */
  headOffice: string | null
  onPreview: () => void
}

export function CollectiveLine({ headOffice, ...own }: CollectiveLineProps) {
  if (headOffice === null) return <OwnLine {...own} />
  return <Line>{`Følger ${headOffice}: samlefaktura ${howOften(own.choice.time)}`}</Line>
}

function OwnLine({ choice, name, onPreview }: Omit<CollectiveLineProps, 'headOffice'>) {
  const { clientUuid, time, jobs, outside } = choice
  const { ask, isPending, question } = useAskedMake({ clientUuid }, { name })
  const acts =
    jobs > 0 ? (
      <>
        <Button size="sm" aria-label={text.previewOf(name)} onClick={onPreview}>
          {text.preview}
        </Button>
        <May act="transfers">
          <Button
            size="sm"
            pending={isPending}
            aria-label={`Lag samlefaktura nå til ${name}`}
            onClick={ask}
          >
            {text.make}
          </Button>
        </May>
      </>
    ) : (
      outside > 0 && (
        <Button
          size="sm"
          aria-label={`Vis ${outside === 1 ? 'jobben' : `de ${outside} jobbene`} til ${name} som ikke er overført`}
          onClick={onPreview}
        >
          Vis hvilke
        </Button>
      )
    )
  return (
    <>
      <Line acts={acts}>
        <strong className="font-semibold">
          {text.title} {howOften(time)}
        </strong>{' '}
        <span className="text-ink-2 tabular-nums @max-xl:block">
          <span className="@max-xl:hidden">· </span>
          {waitingText(choice)}
        </span>
        {outside > 0 && (
          <span className="block font-semibold text-wait tabular-nums">
            {(jobs > 0 ? text.outside : text.notSentShort)(outside)}
          </span>
        )}
      </Line>
      {question}
    </>
  )
}

function Line({ acts, children }: { acts?: ReactNode; children: ReactNode }) {
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-sm @xl:flex-nowrap @xl:px-5 @xl:pt-0 @xl:pb-2">
      <p className="flex min-w-0 flex-1 basis-56 items-start gap-2 @xl:items-center">
        <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2 @xl:mt-0" />
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </p>
      {acts && (
        <span className="flex flex-wrap gap-2 @max-md:w-full @max-md:gap-1.5 @max-md:*:grow @max-md:*:px-2! @xl:shrink-0">
          {acts}
        </span>
      )}
    </div>
  )
}
