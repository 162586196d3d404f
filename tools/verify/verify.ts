import { isExternalError } from '#clients/http/external-error'
import { openDoorbell, type Doorbell } from './doorbell.ts'
import type { FikenLab } from './fiken/fiken-lab.ts'
import { createUndo, type Lab } from './lab.ts'
import { openFiken, openServicem8, type OpenOptions } from './open-lab.ts'
import type { Point, Verdict } from './point.ts'
import { POINTS, vendorOf } from './points.ts'
import { Refusal } from './refusal.ts'
import type { ServiceM8Lab } from './servicem8/servicem8-lab.ts'
import { unsubscribe } from './servicem8/webhooks.ts'

export interface VerifyOptions extends Omit<OpenOptions, 'undo'> {
  company?: string | undefined
  account?: string | undefined
  /** When true, questions that leave traces are asked too. */
  issue: boolean
  /** The address at which ServiceM8 reaches this machine; without it, webhooks are not tested. */
  callback?: { publicUrl?: string | undefined; port: number } | undefined
  /** Prefixes of the questions' ids; absent means all questions. */
  only?: readonly string[] | undefined
  say?: (line: string) => void
  /** Aborts the run before the next question, and undoes what was created. */
  signal?: AbortSignal
}

export interface Answer {
  id: string
  question: string
  expected: string
  seen: string
  verdict: Verdict
  whatToChange: string
  file: string
}

export interface Report {
  startedAt: string
  fiken: { apiUrl: string; company: string } | null
  servicem8: { apiUrl: string; account: string } | null
  issued: boolean
  answers: Answer[]
  /** Records that could not be undone, for the user to delete. */
  left: string[]
}

/**
 * Asks the vendors every open question, and undoes what was created.
 * @throws Refusal when the questions must not be asked here; nothing has then been created
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  const points = POINTS.filter(
    ({ id }) => options.only === undefined || options.only.some((start) => id.startsWith(start)),
  )
  if (points.length === 0) throw new Refusal(`No point is called ${options.only?.join(' or ')}.`)
  const undo = createUndo()
  const asked = new Set(points.filter(({ ask }) => typeof ask !== 'string').map(vendorOf))
  const open = { ...options, undo }
  const fiken = asked.has('fiken') ? await openFiken(open, options.company) : null
  const { servicem8, doorbell } = await openRest(open, asked.has('servicem8')).catch(
    async (error: unknown) => {
      await endGrant(fiken)
      throw error
    },
  )
  if (servicem8 && doorbell)
    undo.later('webhook subscriptions in ServiceM8', () => unsubscribe(servicem8, doorbell))
  const lab: Lab = {
    clock: options.clock,
    issue: options.issue,
    undo,
    doorbell,
    get fiken() {
      if (!fiken) throw new Error('Fiken is not asked in this run')
      return fiken
    },
    get servicem8() {
      if (!servicem8) throw new Error('ServiceM8 is not asked in this run')
      return servicem8
    },
  }
  const startedAt = new Date(options.clock.now()).toISOString()
  // Questions about tokens come last, because they can end the grant that undoing everything else
  // needs.
  const [first, last] = [points.filter((one) => !isAboutGrants(one)), points.filter(isAboutGrants)]
  let left: string[] = []
  const answers: Answer[] = []
  try {
    try {
      for (const point of first) answers.push(await answerOf(point, lab, options))
    } finally {
      left = await undo.all()
    }
    for (const point of last) answers.push(await answerOf(point, lab, options))
  } finally {
    await doorbell?.close()
    await endGrant(fiken)
  }
  return {
    startedAt,
    fiken: fiken && { apiUrl: options.config.fiken.apiUrl, company: fiken.info.slug },
    servicem8: servicem8 && {
      apiUrl: options.config.servicem8.apiUrl,
      account: servicem8.account.name,
    },
    issued: options.issue,
    answers,
    left,
  }
}

const isAboutGrants = ({ id }: Point) => id.includes('.grants.')

async function answerOf(
  point: Point,
  lab: Lab,
  { say, signal }: Pick<VerifyOptions, 'say' | 'signal'>,
): Promise<Answer> {
  const { id, question, expected, whatToChange, file, ask } = point
  const answer = (verdict: Verdict, seen: string): Answer => {
    say?.(`${id}: ${verdict}, ${seen}`)
    return { id, question, expected, seen, verdict, whatToChange, file }
  }
  if (typeof ask === 'string') return answer('by hand', ask)
  if (point.traces && !lab.issue) return answer('not asked', 'leaves traces: only with --issue')
  if (signal?.aborted) return answer('not asked', 'stopped')
  try {
    const { verdict, seen } = await ask(lab)
    return answer(verdict, seen)
  } catch (error) {
    return answer('failed', reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  if (isExternalError(error)) return `${error.kind} ${error.status ?? ''} ${error.details}`.trim()
  return error instanceof Error ? error.message : String(error)
}

async function openRest(
  options: VerifyOptions & OpenOptions,
  asksServicem8: boolean,
): Promise<{ servicem8: ServiceM8Lab | null; doorbell: Doorbell | null }> {
  const servicem8 = asksServicem8 ? await openServicem8(options, options.account) : null
  return { servicem8, doorbell: options.callback ? await openDoorbell(options.callback) : null }
}

/** Revokes the run's Fiken grant; ServiceM8 has no call for that. */
async function endGrant(fiken: FikenLab | null): Promise<void> {
  await fiken?.oauth.revoke(fiken.session.tokens().accessToken).catch(() => undefined)
}
