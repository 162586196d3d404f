import { isMeant, type AttachmentChoice, type ToldKind } from '#shared/attachments'
import type { AttachmentAnswer } from '#shared/contracts/transfers/attachments'
import { formatClock } from '#shared/dates'

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
  /** True when the file is in Fiken or has a type that Fiken does not accept. */
  locked: boolean
  tone: 'ok' | 'wait' | 'bad' | 'quiet'
  says: string
  why: string
  mayRetry: boolean
  pictured: boolean
}

interface Known {
  choice: AttachmentChoice
  /** True when the job has a draft or an invoice in Fiken. */
  hasDraft: boolean
  /** True while more files of the job can still be found. */
  looking: boolean
  now: Date
}

/**
 * Returns the files to show. Files known from before are included, because a file in Fiken is shown
 * even after its removal from ServiceM8. `found` is undefined until loaded.
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
      // Once the job has a draft and its files have been found, further files are not selected by
      // default.
      const planned = (!hasDraft || looking) && isMeant(choice, kind)
      const ticked = row?.chosen ?? planned
      return { ...plain, ticked, tone: 'quiet', says: ticked ? 'Følger med utkastet' : 'Ikke med' }
    }
  }
}

export function progressOf(items: readonly Item[]): { done: number; all: number } | null {
  const taken = items.filter(({ tone }) => tone === 'ok' || tone === 'wait')
  if (!taken.some(({ tone }) => tone === 'wait')) return null
  return { done: taken.filter(({ tone }) => tone === 'ok').length, all: taken.length }
}

export function bytesText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  if (kilobytes < 1024) return `${kilobytes} kB`
  return `${(kilobytes / 1024).toFixed(1).replace('.', ',')} MB`
}
