import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EXPORT_PATH, readDataExport } from '#shared/contracts/profile'
import { useMay } from '../../lib/access/may.tsx'
import { companyUrlOf } from '../../lib/api.ts'
import { reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { exportPhase, type Asked, type ExportPhase } from './data-export-state.ts'
import { text } from './text.ts'

export interface DataExportView {
  phase: ExportPhase
  busy: boolean
  start: () => void
}

const EVERY_MS = 1_000
const isBusy = (phase: ExportPhase) => phase === 'starting' || phase === 'running'

/** Starts and follows an export; the browser saves the file, the server reports progress. */
export function useDataExport(): DataExportView {
  const may = useMay()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  const phaseOf = (latest: typeof data, readAt: number) =>
    exportPhase(latest, { asked, seen, readAt })
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...reading(readDataExport, {}),
    enabled: may('company_export'),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      isBusy(exportPhase(state.data, { asked, seen, readAt: state.dataUpdatedAt })) && EVERY_MS,
  })
  if (data?.state === 'running' && data.startedAt !== seen) setSeen(data.startedAt)
  const phase = phaseOf(data, dataUpdatedAt)

  async function start(): Promise<void> {
    const latest = await refetch()
    if (!latest.data || latest.error) return toastFailure(text.downloadFailed, latest.error)
    // Another window has started an export, so its progress is shown instead.
    if (latest.data.state === 'running') return
    setAsked({ before: latest.data.startedAt, at: Date.now() })
    download()
  }
  return { phase, busy: isBusy(phase), start: () => void start() }
}

function download(): void {
  const link = document.createElement('a')
  link.href = companyUrlOf({ path: EXPORT_PATH }, undefined)
  link.download = ''
  link.click()
}
