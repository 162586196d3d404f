import { CircleAlert, CircleCheck } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { EXPORT_PATH } from '#shared/contracts/profile'
import { companyUrlOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { text } from './text.ts'
import type { DataExportView } from './useDataExport.ts'

export function DataDownload({ view }: { view: DataExportView }) {
  return (
    <>
      <Button asChild>
        <DownloadLink view={view} />
      </Button>
      <DownloadState view={view} className="mt-3" />
    </>
  )
}

/** A link to the export, so that the browser's context menu can save the file too. */
export function DownloadLink({
  view,
  ...rest
}: {
  view: DataExportView
  className?: string
  children?: ReactNode
}) {
  const click = (event: MouseEvent) => {
    event.preventDefault()
    if (!view.busy && event.detail < 2) view.start()
  }
  return (
    <a
      {...rest}
      href={companyUrlOf({ path: EXPORT_PATH }, undefined)}
      download
      aria-disabled={view.busy || undefined}
      onClick={click}
    >
      {text.download}
    </a>
  )
}

export function DownloadState({
  view: { phase, busy },
  className,
}: {
  view: DataExportView
  className: string
}) {
  const broken = phase === 'left' || phase === 'failed' || phase === 'unstarted'
  return (
    <span role="status" className="block">
      {phase !== 'idle' && (
        <span
          className={`${className} flex items-start gap-2 text-sm ${broken ? 'text-bad' : 'text-ink-2'}`}
        >
          <span className="mt-0.5 shrink-0">
            {busy && <Spinner label={null} />}
            {broken && <CircleAlert aria-hidden className="size-4" />}
            {phase === 'done' && <CircleCheck aria-hidden className="size-4 text-ok" />}
          </span>
          {text.downloads[phase]}
        </span>
      )}
    </span>
  )
}
