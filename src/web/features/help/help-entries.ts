import {
  CAUSES,
  RETRY,
  WAITS,
  type Cause,
  type CauseCode,
  type CauseKind,
  type Remedy,
} from '#shared/causes/index'
import { DISCREPANCIES, DISCREPANCY_KINDS, discrepancyOf } from '#shared/discrepancies'
import { hasScreen } from '#shared/routes'
import { anchorOfCause, anchorOfWait, type ExplainedReason } from '../../lib/help-path.ts'
import type { Searchable } from './help-search.ts'
import { text } from './text.ts'

export type Place = { label: string; href: string } | { label: string; inFiken: true }

export interface StopEntry extends Searchable {
  id: string
  title: string
  text: string
  /** The instruction to press a button; null when the linked screen makes the button clear. */
  how: string | null
  place: Place
  code?: CauseCode
}

export interface StopGroup {
  id: string
  title: string
  intro: string
  entries: readonly StopEntry[]
}

const KINDS: readonly CauseKind[] = ['data', 'setup', 'grant', 'check', 'passing']

export const STOP_GROUPS: readonly StopGroup[] = [
  ...KINDS.map((kind) => ({
    id: `arsak-${kind}`,
    ...text.kinds[kind],
    entries: (Object.keys(CAUSES) as CauseCode[])
      .filter((code) => CAUSES[code].kind === kind)
      .map(ofCause),
  })),
  {
    id: 'venter',
    ...text.waits,
    entries: (Object.keys(WAITS) as ExplainedReason[]).map(ofWait),
  },
  {
    id: 'avvik',
    ...text.discrepancies,
    entries: DISCREPANCY_KINDS.filter((kind) =>
      ['missing', 'look'].includes(DISCREPANCIES[kind].state),
    ).map((kind) => {
      const { title, explanation } = discrepancyOf(kind)
      return entryOf({
        id: `avvik-${kind}`,
        title,
        text: explanation,
        how: null,
        place: { label: text.toReconciliation, href: '/reconciliation' },
      })
    }),
  },
]

export const STOP_ENTRIES = STOP_GROUPS.flatMap(({ entries }) => entries)

function ofCause(code: CauseCode): StopEntry {
  const { title, explanation, remedy }: Cause = CAUSES[code]
  const here: Place = { label: text.toTransfers, href: `/transfers?cause=${code}` }
  const { how, place } = wayOut(remedy, here)
  return entryOf({ id: anchorOfCause(code), title, text: explanation, how, place, code })
}

function wayOut(remedy: Remedy, rows: Place): Pick<StopEntry, 'how' | 'place'> {
  if ('action' in remedy) {
    const place: Place =
      remedy.action === 'open_fiken' ? { label: remedy.label, inFiken: true } : rows
    return { how: text.actions[remedy.action](remedy.label), place }
  }
  // If the remedy's screen does not exist yet, the entry names the retry button on the row instead.
  return hasScreen(remedy.href)
    ? { how: null, place: remedy }
    : { how: text.actions.retry(RETRY.label), place: rows }
}

function ofWait(reason: ExplainedReason): StopEntry {
  const { text: why, place } = text.waitTexts[reason]
  const title = WAITS[reason]
  return entryOf({ id: anchorOfWait(reason), title, text: why, how: null, place })
}

function entryOf(entry: Omit<StopEntry, 'words'>): StopEntry {
  const { id, title, text: why, how, place } = entry
  return { ...entry, words: [id, title, why, how, place.label].join(' ') }
}

export interface PlainEntry extends Searchable {
  section: string
  title: string
  text: string
}

const exists = (entry: { title: string; screen?: string }) =>
  entry.screen === undefined || hasScreen(entry.screen)

/** The help entries about problems. An entry about a screen is listed only if the screen exists. */
export const PROBLEMS = text.problemList.filter(exists)
export const FEATURES = text.featureList.filter(exists)

export const PLAIN_ENTRIES: readonly PlainEntry[] = [
  ...sectionOf(text.start, text.steps),
  ...sectionOf(text.problems, PROBLEMS),
  ...sectionOf(text.billing, [{ title: text.billing, text: text.billingRule }]),
  ...sectionOf(text.customers, text.customerList),
  ...sectionOf(text.access, text.accessList),
  ...sectionOf(text.features, FEATURES),
  ...sectionOf(
    text.legend,
    text.legendList.map(({ word, text: means }) => ({ title: word, text: means })),
  ),
  ...sectionOf(text.tokens, [{ title: text.tokens, text: text.tokensText }]),
]

function sectionOf(
  section: string,
  entries: readonly { title: string; text: string }[],
): PlainEntry[] {
  return entries.map(({ title, text: why }) => ({
    section,
    title,
    text: why,
    words: `${section} ${title} ${why}`,
  }))
}
