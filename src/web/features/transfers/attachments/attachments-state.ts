import { isMeant, type AttachmentChoice, type ToldKind } from '#shared/attachments'
import type { AttachmentAnswer } from '#shared/contracts/transfers/attachments'
import { formatClock } from '#shared/dates'
import { text } from './text.ts'

/** A file on the job in ServiceM8, as it is there now. */
export interface FoundFile {
  uuid: string
  name: string
  kind: ToldKind
}

export interface Item {
  uuid: string
  name: string
  kind: ToldKind
  ticked: boolean
  /** The tick cannot be changed: it is in Fiken, or Fiken takes no such file. */
  locked: boolean
  tone: 'ok' | 'wait' | 'bad' | 'quiet'
  says: string
  /** Why it is not in Fiken. */
  why: string
  mayRetry: boolean
  /** There is a picture to show. */
  pictured: boolean
}

interface Known {
  choice: AttachmentChoice
  /** The job has a draft or an invoice in Fiken. */
  hasDraft: boolean
  /** More rows may come. */
  looking: boolean
  now: Date
}

/**
 * The files of a job, those that ServiceM8 has now and those that we know of: what is in Fiken is
 * shown although it is gone in ServiceM8. `found` is undefined as long as it is not read.
 */
export function itemsOf(
  rows: readonly AttachmentAnswer[],
  found: readonly FoundFile[] | undefined,
  known: Known,
): Item[] {
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  const files: FoundFile[] = [...(found ?? [])]
  const listed = new Set(files.map(({ uuid }) => uuid))
  files.push(...rows.filter(({ uuid }) => !listed.has(uuid)))
  return files.map((file) => itemOf(file, byUuid.get(file.uuid), known))
}

function itemOf(file: FoundFile, row: AttachmentAnswer | undefined, known: Known): Item {
  const { uuid, name, kind } = file
  const { ticked, ...words } = wordsOf(file, row, known)
  return {
    uuid,
    name: name || text.unnamed,
    kind,
    pictured: kind === 'image' && !/\.hei[cf]$/i.test(name),
    ticked,
    ...words,
  }
}

type Words = Pick<Item, 'ticked' | 'locked' | 'tone' | 'says' | 'why' | 'mayRetry'>

function wordsOf(
  { kind }: FoundFile,
  row: AttachmentAnswer | undefined,
  { choice, hasDraft, looking, now }: Known,
): Words {
  const plain = { locked: false, why: '', mayRetry: false }
  switch (row?.state) {
    case 'sent': {
      const size = row.bytes === null ? '' : ` · ${bytesText(row.bytes)}`
      return { ...plain, ticked: true, locked: true, tone: 'ok', says: `${text.sent}${size}` }
    }
    case 'waiting': {
      const later = row.nextTryAt !== null && new Date(row.nextTryAt) > now && row.why !== ''
      const says = later ? text.again(formatClock(row.nextTryAt ?? '')) : text.sending
      return { ...plain, ticked: true, tone: 'wait', says, why: later ? row.why : '' }
    }
    case 'failed':
      return {
        ticked: true,
        locked: false,
        tone: 'bad',
        says: text.failed,
        why: row.why,
        mayRetry: row.mayRetry,
      }
    case 'refused':
      return {
        ticked: true,
        locked: false,
        tone: 'bad',
        says: text.refused,
        why: row.why,
        mayRetry: row.mayRetry,
      }
    default: {
      if (kind === 'other')
        return { ...plain, ticked: false, locked: true, tone: 'quiet', says: text.notTaken }
      // Of a draft that is there, only what is planned goes along.
      const planned = (!hasDraft || looking) && isMeant(choice, kind)
      const ticked = row?.chosen ?? planned
      return { ...plain, ticked, tone: 'quiet', says: ticked ? text.willBeSent : text.leftOut }
    }
  }
}

/** How far the files are: null when there is nothing under way. */
export function progressOf(items: readonly Item[]): { done: number; all: number } | null {
  const taken = items.filter(({ tone }) => tone === 'ok' || tone === 'wait')
  if (!taken.some(({ tone }) => tone === 'wait')) return null
  return { done: taken.filter(({ tone }) => tone === 'ok').length, all: taken.length }
}

/** In whole kilobytes, or megabytes with one decimal. */
export function bytesText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  if (kilobytes < 1024) return `${kilobytes} kB`
  return `${(kilobytes / 1024).toFixed(1).replace('.', ',')} MB`
}
