import type { Activity } from '#shared/contracts/activity-log'
import { csv } from '#shared/csv/csv'
import { formatDate, formatTime, today } from '#shared/dates'
import { text } from './text.ts'

export function exportName(now: Date): string {
  return `systemlogg-${today(now)}.csv`
}

export function exportText(rows: readonly Activity[]): string {
  if (rows.length === 0)
    return csv([{ tid: '', type: '', handling: '', beskrivelse: '', status: '' }])
  return csv(
    rows.map((row) => ({
      tid: `${formatDate(row.createdAt)} ${formatTime(row.createdAt)}`,
      type: text.types[row.type],
      handling: row.action,
      beskrivelse: row.description ?? '',
      status: statusWord(row.success),
    })),
  )
}

/** Returns the exported status, which has two values (§4); information counts as success. */
export function statusWord(success: boolean | null): 'Suksess' | 'Feil' {
  return success === false ? 'Feil' : 'Suksess'
}
