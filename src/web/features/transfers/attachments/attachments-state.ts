import { isMeant, type AttachmentChoice, type ToldKind } from '#shared/attachments'
import type { AttachmentAnswer } from '#shared/contracts/transfers/attachments'
import { formatClock } from '#shared/dates'

/** A file that is on the job in ServiceM8 now. */
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
  /**
   * True when the choice cannot be changed: the file is in Fiken, or Fiken does not take its type.
   */
  locked: boolean
  tone: 'ok' | 'wait' | 'bad' | 'quiet'
  says: string
  /** The reason why the file is not in Fiken, or ''. */
  why: string
  mayRetry: boolean
  /** True when there is a thumbnail to show. */
  pictured: boolean
}

interface Known {
  choice: AttachmentChoice
  /** True when the job has a draft or an invoice in Fiken. */
  hasDraft: boolean
  /** True while more files may be found. */
  looking: boolean
  now: Date
}

/**
 * Returns the job's files: those in ServiceM8 now, and those known from before, since a file in
 * Fiken is shown although ServiceM8 no longer has it. `found` is undefined until it is read.
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
    name: name || 'Uten navn',
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
      return { ...plain, ticked: true, locked: true, tone: 'ok', says: `I Fiken${size}` }
    }
    case 'waiting': {
      const later = row.nextTryAt !== null && new Date(row.nextTryAt) > now && row.why !== ''
      const says = later ? `Prøves igjen ${formatClock(row.nextTryAt ?? '')}` : 'Sendes'
      return { ...plain, ticked: true, tone: 'wait', says, why: later ? row.why : '' }
    }
    case 'failed':
      return {
        ticked: true,
        locked: false,
        tone: 'bad',
        says: 'Ikke sendt',
        why: row.why,
        mayRetry: row.mayRetry,
      }
    case 'refused':
      return {
        ticked: true,
        locked: false,
        tone: 'bad',
        says: 'Kan ikke sendes',
        why: row.why,
        mayRetry: row.mayRetry,
      }
    default: {
      if (kind === 'other')
        return {
          ...plain,
          ticked: false,
          locked: true,
          tone: 'quiet',
          says: 'Fiken tar bare imot bilder og PDF-er',
        }
      // With a draft in Fiken, only planned files are added to it.
      const planned = (!hasDraft || looking) && isMeant(choice, kind)
      const ticked = row?.chosen ?? planned
      return { ...plain, ticked, tone: 'quiet', says: ticked ? 'Følger med utkastet' : 'Ikke med' }
    }
  }
}

/** Returns the progress of the files; null when none is under way. */
export function progressOf(items: readonly Item[]): { done: number; all: number } | null {
  const taken = items.filter(({ tone }) => tone === 'ok' || tone === 'wait')
  if (!taken.some(({ tone }) => tone === 'wait')) return null
  return { done: taken.filter(({ tone }) => tone === 'ok').length, all: taken.length }
}

/** Returns a size in whole kilobytes, or in megabytes with one decimal. */
export function bytesText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  if (kilobytes < 1024) return `${kilobytes} kB`
  return `${(kilobytes / 1024).toFixed(1).replace('.', ',')} MB`
}
