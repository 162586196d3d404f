import type { Activity } from '#shared/contracts/activity-log'
import { csv } from '#shared/csv/csv'
import { formatDate, formatTime, today } from '#shared/dates'
import { text } from './text.ts'

/**
 * The log as a file: its name, and the columns time, type, action, description and status.
 */

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

/** In the file there are two words only (§4): information is no failure. */
export function statusWord(success: boolean | null): 'Suksess' | 'Feil' {
  return success === false ? 'Feil' : 'Suksess'
}
