import { ELLIPSIS } from '../truncate.ts'

/**
 * Does a document with this reference stand for the job? "Jobb #101, #102 og #103" names three; a
 * reference that was cut may name any more (collect-draft.ts). People retype references with other
 * spaces and capitals.
 *
 * @param named a job's own reference, "Jobb #101"
 */
export function namesJob(reference: string, named: string): 'yes' | 'perhaps' | 'no' {
  const own = plain(named)
  const theirs = plain(reference)
  if (own === '') return 'no'
  if (theirs === own) return 'yes'
  const at = own.indexOf('#')
  if (at === -1 || !theirs.startsWith(own.slice(0, at))) return 'no'
  const job = own.slice(at)
  const isCut = theirs.endsWith(ELLIPSIS)
  const list = theirs.slice(at)
  const names = (isCut ? list.slice(0, -ELLIPSIS.length) : list).split(/,| og /)
  if (names.length < 2) return 'no'
  if (names.some((name) => name.trim() === job)) return 'yes'
  return isCut ? 'perhaps' : 'no'
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
