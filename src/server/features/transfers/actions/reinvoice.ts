import { isExternalError } from '#clients/http/external-error'
import type { Invoice } from '#clients/fiken/types'
import { creditedOf, type Credited } from '#shared/credit'
import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { vendorFailure } from '../../connections/vendor-failure.ts'
import { readCreditNotes } from '../../documents/credit-notes.ts'
import { draftTitle } from '../draft-title.ts'
import { forgotten } from '../forgotten-draft.ts'
import { standing } from '../outcome.ts'
import { sharesDraft } from '../queries.ts'
import type { TransferChange, TransferRow } from '../tables.ts'
import { change, findTransfer, refuseUnless, underLock } from '../act.ts'
import { tryLaneNow } from '../lane.ts'

export interface Reinvoicing {
  draftUuid: string
  reason: string
}

const STARTED = 'Jobben står i kø, og får et nytt utkast.'
const ALL_STARTED = 'Jobbene på samlefakturaen står i kø, og får ett nytt utkast.'

/**
 * Makes a new draft ("Lag nytt utkast") for a job whose invoice was credited in full. The credit is
 * read from Fiken once more; then the row's revision is raised, and the uuid changes with it, in
 * the same SQL statement that queues the row. A second click, or another tab, finds that this has
 * been done.
 * @throws HttpError 404, 409; Fiken's errors
 */
export async function reinvoice(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  { draftUuid, reason }: Reinvoicing,
): Promise<string> {
  const asked = await findTransfer(platform, companyId, id)
  const said = sharesDraft(asked) ? ALL_STARTED : STARTED
  if (isStarted(asked, draftUuid)) return said
  refuseOther(asked, draftUuid)
  await refuseOtherCompany(platform, asked)
  refuseStanding(asked)
  const { invoiceNumber, gross, credited } = await creditedInvoice(platform, asked)
  await underLock(platform, companyId, id, async (inside, row) => {
    if (isStarted(row, draftUuid)) return
    refuseOther(row, draftUuid)
    const { isActive } = await configurationOf(inside.db, companyId)
    const note = row.credit?.notes.at(-1)
    const at = instant(inside.clock)
    const replaces = {
      ...(row.fikenCompanySlug === null ? {} : { slug: row.fikenCompanySlug }),
      draftUuid,
      invoiceNumber,
      creditNoteNumber: note?.number ?? '',
      creditedOn: note?.date ?? '',
      reason,
      at: at.toISOString(),
      credited: { sum: credited.sum, gross, inFull: credited.inFull },
    }
    const by = note ? ` med kreditnota ${note.number}` : ''
    const why = `Nytt utkast, fordi faktura ${invoiceNumber} er kreditert${by}: ${reason}`
    const set: TransferChange = {
      ...standing({ kind: 'queued' }),
      ...forgotten('credited'),
      completedAt: null,
      writtenBackAt: null,
      replaces,
      revision: row.revision + 1,
      needsFetch: true,
      askedWhileOff: !isActive,
      // The earlier invoice of the job is known, because the new draft replaces it.
      overruled: ['sent_before'],
    }
    const rows = await change(inside, row, 'reinvoice', set, { text: why, actor })
    await recordActivity(inside.db, {
      companyId,
      actor,
      type: 'transfer',
      action: 'reinvoiced',
      description: `${draftTitle(rows)}: ${why}`,
      success: null,
      metadata: { jobUuid: row.servicem8JobId, transferId: row.id },
      at,
    })
  })
  platform.live.publish(companyId, 'transfers', 'stats', 'activity')
  await tryLaneNow(platform, companyId)
  return said
}

const isStarted = (row: TransferRow, draftUuid: string) => row.replaces?.draftUuid === draftUuid

function refuseOther(row: TransferRow, draftUuid: string): void {
  refuseUnless(row, 'reinvoice', 'Bare en fullført overføring kan få et nytt utkast.')
  if (row.fikenDraftUuid !== draftUuid)
    throw new HttpError(
      409,
      'wrong_status',
      'Overføringen ble endret i mellomtiden. Last siden på nytt.',
    )
  if (!row.credit?.inFull || row.paymentStatus !== 'credited') throw notCredited()
}

/**
 * Refuses a new draft when an earlier invoice, which this one replaces, is not credited in full,
 * because the earlier invoice is still payable.
 */
function refuseStanding({ replaces }: TransferRow): void {
  if (replaces?.credited?.inFull !== false) return
  const message = `Faktura ${replaces.invoiceNumber}, som denne erstatter, er ikke kreditert i sin helhet. Krediter resten av den i Fiken først.`
  throw new HttpError(409, 'not_credited', message)
}

/**
 * Refuses a new draft when another company is chosen now, because the draft would be created there.
 */
async function refuseOtherCompany({ db }: Platform, row: TransferRow): Promise<void> {
  const { fikenCompanySlug } = await configurationOf(db, row.companyId)
  if (fikenCompanySlug !== row.fikenCompanySlug)
    throw new HttpError(
      409,
      'other_company',
      'Fakturaen er i et annet selskap i Fiken enn det som er valgt nå. Velg det selskapet under Konfigurasjoner, og prøv igjen.',
    )
}

const notCredited = () =>
  new HttpError(
    409,
    'not_credited',
    'Fakturaen er ikke kreditert i sin helhet i Fiken, så det lages ikke noe nytt utkast.',
  )

function notInFull({ doubt }: Credited): HttpError {
  if (doubt === null) return notCredited()
  const why =
    doubt === 'notes'
      ? 'Ikke alle kreditnotaene kunne leses i Fiken, så det er ikke sikkert at hele fakturaen er kreditert.'
      : 'Kreditnotaene dekker hele fakturaen, men noe av den står fortsatt åpent i Fiken.'
  return new HttpError(409, 'not_credited', `${why} Det lages ikke noe nytt utkast.`)
}

/**
 * Returns the invoice, read again from Fiken, if it is credited in full.
 * @throws HttpError
 */
async function creditedInvoice(
  platform: Platform,
  row: TransferRow,
): Promise<Invoice & { credited: Credited }> {
  if (row.fikenInvoiceId === null || row.fikenCompanySlug === null) throw notCredited()
  try {
    const { client } = await openFiken(platform, row.companyId, { interactive: true })
    const company = client.company(row.fikenCompanySlug)
    const invoice = await company.invoices.get(Number(row.fikenInvoiceId))
    const credited = creditedOf(invoice, await readCreditNotes(company, [invoice]))
    if (!credited.inFull) throw notInFull(credited)
    return { ...invoice, credited }
  } catch (error) {
    if (isExternalError(error, 'not_found')) throw notCredited()
    throw vendorFailure(error, 'Kunne ikke sjekke i Fiken om fakturaen er kreditert.')
  }
}
