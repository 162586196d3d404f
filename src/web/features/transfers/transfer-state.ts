import { causeOf, type Remedy } from '#shared/causes/index'
import type { Configuration } from '#shared/contracts/configuration'
import type { Transfer } from '#shared/contracts/transfers/row'
import { collectiveDay } from '#shared/collective-day'
import { formatClock, today } from '#shared/dates'
import { hasScreen } from '#shared/routes'
import { jobTitle, visibleLineItems } from '#shared/transfer-display'
import { isBeingUndone, may, type PendingReason } from '#shared/transfer-status'
import { words } from '../../ui/words.ts'
import { creditExplanation } from './credit-state.ts'
import type { LinkStep } from './link-step.ts'
import { concernsAll, startMeans } from './waiting-state.ts'
import { text } from './text.ts'

export function titleOf(transfer: Transfer): string {
  return jobTitle(transfer.servicem8Data, transfer.servicem8JobId)
}

export function remarkOf(transfer: Transfer): string {
  // With a shared draft, the number of jobs is shown instead of the number of lines, since there is
  // room for only one.
  const isShared = (transfer.collective?.jobs ?? 0) > 0
  return [...(isShared ? [] : linesOf(transfer)), ...moreOf(transfer)].join(' · ')
}

function linesOf(transfer: Transfer): string[] {
  // Until the job has been read, its lines are unknown, which differs from having no lines.
  const unread =
    transfer.lineItemsCount === 0 && ['pending', 'queued', 'processing'].includes(transfer.status)
  return unread ? [] : [text.linesCount(transfer.lineItemsCount)]
}

export function moreOf(transfer: Transfer): string[] {
  const shared = transfer.collective?.jobs ?? 0
  const said = shared > 0 ? [text.collective.shared(shared)] : []
  // With expired access, the user must act: the automatic retry only detects a reconnection that
  // was missed, so its time is not shown.
  const byItself = causeOf(transfer.errorCode).kind !== 'grant'
  if (transfer.status === 'queued' && transfer.nextAttemptAt && byItself)
    said.push(text.nextAttempt(formatClock(transfer.nextAttemptAt)))
  if (transfer.status === 'failed' && transfer.retryCount > 0)
    said.push(`forsøk ${transfer.retryCount + 1}`)
  if (transfer.fikenInvoiceNumber) said.push(`faktura ${transfer.fikenInvoiceNumber}`)
  else if (transfer.status === 'completed' && !transfer.payment && !transfer.draftIsGone)
    said.push('utkast')
  return said
}

export type Step =
  | LinkStep
  | {
      label: string
      act:
        | 'retry'
        | 'accept'
        | 'sendAgain'
        | 'setAside'
        | 'openDraft'
        | 'chooseCustomer'
        | 'putLinesBack'
        | 'createProduct'
        | 'dropDeposit'
        | 'settleDeposit'
        | 'updateDraft'
        | 'withoutProduct'
        | 'withoutAddress'
      /** True for an ordinary retry, with the same label as the row's own button. */
      plain?: boolean | undefined
    }
  | { label: string; external: string }
export type ActStep = Extract<Step, { act: unknown }>

/** An explanation, with the most likely button first and none if the user need not act. */
export interface Explanation {
  tone: 'bad' | 'wait'
  title: string
  why: string
  steps: readonly Step[]
  nextAttemptAt?: string
}

/** Returns the company's URL in Fiken, for a cause that is not about a single transfer. */
export function fikenUrl(places: Places): string {
  return companyUrl({ fikenCompanySlug: null }, places)
}

function stepOf(remedy: Remedy, transfer: Transfer, places: Places): Step {
  const retry: Step = { label: words.tryAgain, act: 'retry', plain: true }
  // If the screen of the remedy does not exist, the button is a retry.
  if ('href' in remedy) {
    if (!hasScreen(remedy.href)) return retry
    if (remedy.href === '/customers') return { ...remedy, href: hrefOfCustomer(transfer) }
    return remedy.asks && transfer.errorCode
      ? { ...remedy, cause: transfer.errorCode, transferId: transfer.id }
      : remedy
  }
  switch (remedy.action) {
    case 'retry':
      return { label: remedy.label, act: 'retry', plain: remedy.plain }
    case 'accept':
      return { label: remedy.label, act: 'accept' }
    case 'send_again':
      return { label: remedy.label, act: 'sendAgain' }
    case 'open_draft':
      // Once the draft has been invoiced, Fiken no longer has the draft.
      if (transfer.fikenInvoiceNumber !== null)
        return { label: 'Åpne Fiken', external: companyUrl(transfer, places) }
      return transfer.fikenInvoiceDraftId ? { label: remedy.label, act: 'openDraft' } : retry
    case 'open_job':
      return {
        label: remedy.label,
        external: `https://go.servicem8.com/OpenJob/${encodeURIComponent(transfer.servicem8JobId)}`,
      }
    case 'open_fiken':
      return { label: remedy.label, external: companyUrl(transfer, places) }
    case 'choose_customer':
      return { label: remedy.label, act: 'chooseCustomer' }
    case 'create_product':
      return { label: remedy.label, act: 'createProduct' }
    case 'enter_address':
    case 'see_deposit':
    case 'see_invoices':
      return {
        label: remedy.label,
        href: `/transfers?jobb=${transfer.id}#${PLACES[remedy.action]}`,
      }
  }
}

const PLACES = {
  enter_address: 'adresse',
  see_deposit: 'forskudd',
  see_invoices: 'fakturaer',
} as const

function hrefOfCustomer({ servicem8Data: job }: Transfer): string {
  const name = (job?.customer_name ?? '').trim().split('\n')[0]?.trim()
  return name ? `/customers?q=${encodeURIComponent(name)}` : '/customers'
}

function stepsOf(remedy: Remedy, transfer: Transfer, places: Places): Step[] {
  const step = stepOf(remedy, transfer, places)
  if ('act' in step && step.act === 'createProduct')
    return [step, { label: 'Send uten produkt', act: 'withoutProduct' }]
  if ('action' in remedy && remedy.action === 'enter_address')
    return [step, { label: 'Overfør likevel', act: 'withoutAddress' }]
  return actsOn(transfer).accept ? [step, { label: 'Godta utkastet', act: 'accept' }] : [step]
}

export type Places =
  Pick<Configuration, 'fikenWebUrl' | 'fikenCompanySlug' | 'isActive'> | undefined

export function explanationOf(
  transfer: Transfer,
  places: Places,
  now: Date = new Date(),
): Explanation | null {
  if (transfer.skipTransfer) return null
  const cause = causeOf(transfer.errorCode)
  if (
    transfer.status === 'failed' &&
    transfer.errorCode === 'empty_job' &&
    isAllLeftOut(transfer)
  ) {
    return {
      tone: 'bad',
      ...text.allLeftOut,
      steps: [{ label: 'Ta med linjene og prøv igjen', act: 'putLinesBack' }],
    }
  }
  if (transfer.status === 'failed') {
    const known = transfer.errorCode !== null && cause !== causeOf('unknown')
    return {
      tone: 'bad',
      title: known || !transfer.errorMessage ? cause.title : text.errorMessage,
      why: [transfer.errorMessage ?? cause.explanation, concernsAll(transfer)]
        .filter(Boolean)
        .join(' '),
      steps: stepsOf(cause.remedy, transfer, places),
    }
  }
  if (transfer.draftIsGone) {
    return {
      tone: 'bad',
      title: text.draftGone,
      why: [causeOf('draft_deleted').explanation, concernsAll(transfer)].filter(Boolean).join(' '),
      steps: [
        { label: text.sendAgain, act: 'sendAgain' },
        { label: text.setAside, act: 'setAside' },
      ],
    }
  }
  const credited = creditExplanation(transfer, companyUrl(transfer, places))
  if (credited) return credited
  if (transfer.status === 'pending' && transfer.pendingReason)
    return waitOf(transfer, transfer.pendingReason, () => ({
      today: today(now),
      isActive: places?.isActive !== false,
    }))
  if (isBeingUndone(transfer)) {
    const why = transfer.errorCode ? (transfer.errorMessage ?? cause.explanation) : ''
    return {
      tone: 'wait',
      title: 'Angres: utkastet slettes i Fiken',
      why,
      steps: [],
      ...nextOf(transfer),
    }
  }
  if (transfer.status === 'queued' && transfer.errorCode) {
    const why = transfer.errorMessage ?? cause.explanation
    // Expired access is fixed by reconnecting. Other waits retry automatically, or when the user
    // presses the button.
    const steps =
      cause.kind === 'grant' ? stepsOf(cause.remedy, transfer, places) : [tryNow(cause.remedy)]
    return {
      tone: 'wait',
      title: cause.title,
      why,
      steps,
      ...(cause.kind === 'grant' ? {} : nextOf(transfer)),
    }
  }
  return null
}

/** Returns true if every line is left out, so that ServiceM8 needs no change. */
function isAllLeftOut({ servicem8Data }: Transfer): boolean {
  return (servicem8Data?.line_items.length ?? 0) > 0 && visibleLineItems(servicem8Data).length === 0
}

const nextOf = ({ nextAttemptAt }: Transfer) => (nextAttemptAt ? { nextAttemptAt } : {})

function tryNow(remedy: Remedy): Step {
  return isPlain(remedy)
    ? { label: 'Prøv nå', act: 'retry', plain: true }
    : { label: remedy.label, act: 'retry' }
}

const isPlain = (remedy: Remedy) => 'plain' in remedy && remedy.plain === true

/** Returns true while the server looks in Fiken for a request's outcome before sending more. */
export function isLookedFor({
  status,
  errorCode,
}: Pick<Transfer, 'status' | 'errorCode'>): boolean {
  return status === 'queued' && (errorCode === 'checking' || errorCode === 'outcome_unknown')
}

/** Returns true if the transfer cannot run until a system is approved again. */
export const waitsForGrant = ({ status, errorCode }: Pick<Transfer, 'status' | 'errorCode'>) =>
  status === 'queued' && causeOf(errorCode).kind === 'grant'

function waitOf(
  transfer: Transfer,
  reason: PendingReason,
  how: () => Parameters<typeof collectiveDay>[1],
): Explanation {
  if (reason === 'refused') {
    const { title, explanation, remedy } = causeOf(transfer.errorCode)
    return {
      tone: 'wait',
      title,
      why: transfer.errorMessage ?? explanation,
      steps: [{ label: remedy.label, act: 'retry', plain: isPlain(remedy) }],
    }
  }
  const title = text.pendingReasons[reason]
  const wait = (why: string, ...steps: Step[]): Explanation => ({ tone: 'wait', title, why, steps })
  switch (reason) {
    case 'company':
      return wait(
        'Utkastet lages i det selskapet. Er integrasjonen på, starter jobben når selskapet er valgt.',
        {
          label: 'Velg selskap',
          href: '/configuration#fiken',
          asks: 'fiken',
          cause: 'no_company',
        },
      )
    case 'ambiguous_customer':
      return wait(transfer.errorMessage ?? causeOf('recipient_ambiguous').explanation, {
        label: text.chooseCustomer,
        act: 'chooseCustomer',
      })
    case 'collective': {
      const day = transfer.collective?.nextOn
      return day
        ? { ...wait(''), title: text.collective.waitsUntil(collectiveDay(day, how())) }
        : wait('')
    }
    case 'restored':
    case 'undone':
    case 'history':
    case 'inactive':
    case 'fetched':
      return wait(startMeans(transfer) === 'joins' ? text.collective.joinsWhy : '')
  }
}

/**
 * Returns the actions that the explanation already offers, so that no button is shown twice.
 * @param without returns true for steps offered elsewhere
 */
export function fixesIn(
  explanation: Explanation | null,
  without: (step: Step) => boolean = () => false,
): readonly string[] {
  return (
    explanation?.steps.flatMap((step) => ('act' in step && !without(step) ? [step.act] : [])) ?? []
  )
}

export function tryIn(explanation: Explanation | null): ActStep | undefined {
  return explanation?.steps.find((step): step is ActStep => 'act' in step && step.act === 'retry')
}

/**
 * Returns true if something other than a new try solves what stops the row. The start is then in
 * the row's menu, so that the solution is the only visible button.
 */
export function isUnsolved(
  { need }: Pick<Transfer, 'need'>,
  explanation: Explanation | null,
): boolean {
  const steps = explanation?.steps ?? []
  return need === 'act' && steps.some((step) => !('act' in step && step.act === 'retry'))
}

export interface OfferedActs {
  start: boolean
  remove: boolean
  accept: boolean
  restore: boolean
  openDraft: boolean
  undo: boolean
}

/**
 * Returns the actions that the server allows; a deleted transfer must be restored first.
 * @param mayAct false for a role that only reads
 */
export function actsOn(transfer: Transfer, mayAct = true): OfferedActs {
  const there = mayAct && !transfer.skipTransfer
  const waits = there && !isBeingUndone(transfer)
  return {
    start: waits && may('retry', transfer.status),
    remove: waits && may('delete', transfer.status),
    accept: there && may('accept', transfer.status) && transfer.errorCode === 'draft_differs',
    restore: mayAct && transfer.skipTransfer,
    undo:
      there &&
      may('undo', transfer.status) &&
      transfer.fikenInvoiceDraftId !== null &&
      transfer.fikenInvoiceNumber === null &&
      !transfer.draftIsGone &&
      !isInvoiced(transfer),
    openDraft:
      transfer.fikenInvoiceDraftId !== null &&
      transfer.errorCode !== 'draft_deleted' &&
      !transfer.draftIsGone,
  }
}

/** Returns true if there is or was a draft in Fiken that can be shown as sent. */
export function wasSent({
  fikenInvoiceDraftId,
  fikenInvoiceNumber,
}: Pick<Transfer, 'fikenInvoiceDraftId' | 'fikenInvoiceNumber'>): boolean {
  return fikenInvoiceDraftId !== null || fikenInvoiceNumber !== null
}

export function isInvoiced({ payment }: Pick<Transfer, 'payment'>): boolean {
  return payment !== null && payment.status !== 'draft'
}

function companyUrl(transfer: Pick<Transfer, 'fikenCompanySlug'>, places: Places): string {
  const slug = transfer.fikenCompanySlug ?? places?.fikenCompanySlug
  const web = (places?.fikenWebUrl ?? 'https://fiken.no').replace(/\/+$/, '')
  return slug ? `${web}/foretak/${encodeURIComponent(slug)}` : web
}

/** Returns true for numeric ids, which need a look-up of the UUID used in Fiken's URLs. */
export function isNumericId(draftId: string): boolean {
  return /^\d+$/.test(draftId)
}

/** Returns the draft's URL in Fiken; `external` is the UUID when known, otherwise the stored id. */
export function draftUrl(transfer: Transfer, places: Places, external: string): string {
  return `${companyUrl(transfer, places)}/fakturautkast/${encodeURIComponent(external)}`
}
