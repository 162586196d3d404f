import { useRef } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import type { Trouble } from './import-state.ts'
import { text } from './text.ts'

interface TroubleBannerProps {
  trouble: Extract<Trouble, { ended: 'failed' }>
  onAgain: () => void
}

/** The banner for a failed comparison, with its reason and a button to start again. */
export function TroubleBanner({ trouble: { some, why }, onAgain }: TroubleBannerProps) {
  const place = useRef<HTMLDivElement>(null)
  const kept = useKeepFocus(place, 'button')
  return (
    <div ref={place} {...kept}>
      <Banner
        tone="bad"
        live
        title={some ? text.failedSome : text.failed}
        action={
          <Button size="sm" onClick={onAgain}>
            {text.tryAgain}
          </Button>
        }
      >
        {why}
      </Banner>
    </div>
  )
}
