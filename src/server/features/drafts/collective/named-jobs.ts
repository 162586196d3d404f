import { ELLIPSIS } from '../truncate.ts'

/**
 * Decides whether a document with this reference covers the job. "Jobb #101, #102 og #103" names
 * three jobs; a shortened reference might name more (collect-draft.ts).
 * @param named the job's own reference, "Jobb #101"
 */
export function namesJob(reference: string, named: string): 'yes' | 'perhaps' | 'no' {
  const own = plainReference(named)
  const theirs = plainReference(reference)
  if (own === '') return 'no'
  if (theirs === own) return 'yes'
  const at = own.indexOf('#')
  if (at === -1 || !theirs.startsWith(own.slice(0, at))) return 'no'
  const { names, isCut } = listIn(theirs.slice(at))
  if (names.length < 2) return 'no'
  if (names.includes(own.slice(at))) return 'yes'
  return isCut ? 'perhaps' : 'no'
}

interface NamedJobs {
  /**
   * The normalised references, such as "jobb #101"; empty when the reference names fewer than two
   * jobs.
   */
  jobs: string[]
  /** True when the reference was shortened and might name more jobs. */
  namesMore: boolean
}

/**
 * Returns the jobs that a reference names with certainty. The list is empty when the reference
 * names only one job.
 */
export function jobsNamedIn(reference: string): NamedJobs {
  const theirs = plainReference(reference)
  const at = theirs.indexOf('#')
  const { names, isCut } = listIn(at === -1 ? '' : theirs.slice(at))
  if (names.length < 2) return { jobs: [], namesMore: false }
  const prefix = theirs.slice(0, at)
  // The last number in a shortened reference can itself be cut off.
  const whole = isCut ? names.slice(0, -1) : names
  return { jobs: whole.map((name) => prefix + name), namesMore: isCut }
}

function listIn(list: string): { names: string[]; isCut: boolean } {
  const isCut = list.endsWith(ELLIPSIS)
  const whole = isCut ? list.slice(0, -ELLIPSIS.length) : list
  return { names: whole.split(/,| og /).map((name) => name.trim()), isCut }
}

/**
 * Returns a reference with normalised white space and case, since users retype references in Fiken.
 */
export const plainReference = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
