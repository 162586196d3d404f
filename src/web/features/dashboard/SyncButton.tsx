import { RefreshCw } from 'lucide-react'
import { May } from '../../lib/access/may.tsx'
import { Button } from '../../ui/Button.tsx'
import { text } from './text.ts'
import type { Sync } from './useSync.ts'

export function SyncButton({ sync, leads }: { sync: Sync; leads: boolean }) {
  return (
    <May act="transfers">
      <Button
        tone={leads ? 'primary' : 'secondary'}
        className="shrink-0 whitespace-nowrap"
        pending={sync.syncing}
        icon={<RefreshCw aria-hidden className="size-4" />}
        onClick={sync.start}
      >
        <span className="max-sm:hidden">{text.syncNow}</span>
        <span className="sm:hidden">{text.syncShort}</span>
      </Button>
    </May>
  )
}
