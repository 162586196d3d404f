import { Banner } from '../../ui/Banner.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { text } from './text.ts'

/** What both systems require; one line once they are connected. */
export function ApiNotice({ connected }: { connected: boolean }) {
  const list = (
    <ul className="list-disc pl-4">
      <li>{text.requirementsServicem8}</li>
      <li>{text.requirementsFiken}</li>
      <li>{text.requirementsPrice}</li>
    </ul>
  )
  if (connected)
    return (
      <Fold summary={text.requirements} className="text-sm text-ink-2">
        {list}
      </Fold>
    )
  return (
    <Banner tone="info" title={text.requirements}>
      {list}
    </Banner>
  )
}
