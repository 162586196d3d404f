import type { FastifyInstance } from 'fastify'
import type { WireDraftLine } from '#clients/fiken/wire'
import { parseKronerInput } from '#shared/money'
import { lineTotals } from '../fiken/amounts.ts'
import { deleteDraft } from '../fiken/drafts.ts'
import { bookDraft, settlementOf } from '../fiken/invoicing.ts'
import { creditInFull, payInvoice, takePaymentBack } from '../fiken/sales.ts'
import { localDate } from '../world/local-time.ts'
import type { Rounding } from '../world/settings.ts'
import type { FikenCompany, StoredDraft, StoredInvoice } from '../world/state.ts'
import { findDraft, findInvoice, type World } from '../world/world.ts'
import { html, kroner, norwegianDate, page, type Markup } from './html.ts'
import { attempt, formOf, goBack, banner, paramOf, postButton } from './parts.ts'

/** Serves a draft's or invoice's page, at the same address as in Fiken. */
export function registerVoucherPages(app: FastifyInstance, world: World): void {
  app.get('/foretak/:slug/fakturautkast/:id', async (request, reply) => {
    const id = paramOf(request, 'id')
    const found = findDraft(world, id)
    if (!found) {
      const issued = findInvoice(world, id)
      const slug = paramOf(request, 'slug')
      if (issued)
        return reply.redirect(`/foretak/${slug}/handel/salg/${issued.invoice.saleId}`, 302)
      return goBack(reply, `/fiken?foretak=${slug}`, 'Utkastet finnes ikke lenger.', true)
    }
    const { company, draft } = found
    const at = `/utkast/${draft.uuid}`
    const body = html`${banner(request)}
      <p><a href="/fiken?foretak=${company.slug}">‹ ${company.info.name}</a></p>
      <h1>Fakturautkast</h1>
      ${parties(company, draft)} ${lineTable(draft.lines, draft, world.settings.fiken.rounding)}
      <div class="acts">
        ${postButton(`${at}/fakturer`, 'Lag faktura', 'pri')}
        ${postButton(`${at}/slett`, 'Slett utkastet', 'bad')}
      </div>
      <p class="small mut">uuid <code>${draft.uuid}</code>, draftId ${draft.draftId}</p>`
    return reply.type('text/html').send(page('Fakturautkast', body, '/fiken'))
  })

  app.post('/utkast/:id/fakturer', async (request, reply) => {
    const found = findDraft(world, paramOf(request, 'id'))
    if (!found) return goBack(reply, '/fiken', 'Utkastet finnes ikke.', true)
    const { company, draft } = found
    return attempt(reply, `/foretak/${company.slug}/fakturautkast/${draft.uuid}`, () => {
      const { invoiceNumber } = bookDraft(world, company, draft)
      return `Faktura ${invoiceNumber} er laget.`
    })
  })

  app.post('/utkast/:id/slett', async (request, reply) => {
    const found = findDraft(world, paramOf(request, 'id'))
    if (!found) return goBack(reply, '/fiken', 'Utkastet finnes ikke.', true)
    deleteDraft(world, found.company, found.draft)
    return goBack(reply, `/fiken?foretak=${found.company.slug}`, 'Utkastet er slettet.')
  })

  app.get('/foretak/:slug/handel/salg/:id', async (request, reply) => {
    const found = findInvoice(world, paramOf(request, 'id'))
    if (!found) return goBack(reply, '/fiken', 'Fakturaen finnes ikke.', true)
    const { company, invoice } = found
    const { totalPaid, outstanding, settled } = settlementOf(invoice)
    const at = `/faktura/${invoice.invoiceId}`
    const body = html`${banner(request)}
      <p><a href="/fiken?foretak=${company.slug}">‹ ${company.info.name}</a></p>
      <h1>Faktura ${invoice.invoiceNumber}</h1>
      ${parties(company, invoice)}
      ${lineTable(invoice.lines, invoice, world.settings.fiken.rounding)}
      <p>
        ${settled ? html`<span class="tag good">Oppgjort</span>` : html`<span class="tag warn">Utestående ${kroner(outstanding)}</span>`}
        Betalt ${kroner(totalPaid)}. Forfall ${norwegianDate(invoice.dueDate)}.
      </p>
      <div class="acts">
        ${
          outstanding > 0
            ? html`<form method="post" action="${at}/betal">
                <label
                  ><span>Innbetalt, kroner (tomt: alt)</span
                  ><input name="belop" inputmode="decimal" maxlength="12" size="10"
                /></label>
                <button class="pri">Merk som betalt</button>
              </form>`
            : null
        }
        ${invoice.payments.length > 0 ? postButton(`${at}/angre-betaling`, 'Angre siste betaling') : null}
        ${invoice.creditNotes.length === 0 ? postButton(`${at}/krediter`, 'Krediter', 'bad') : null}
      </div>`
    return reply.type('text/html').send(page(`Faktura ${invoice.invoiceNumber}`, body, '/fiken'))
  })

  invoiceAct('betal', (invoice, _company, form) => {
    const typed = form['belop']?.trim() ?? ''
    const amount = typed === '' ? settlementOf(invoice).outstanding : parseKronerInput(typed)
    if (amount === null || amount <= 0) throw new Error('Skriv et beløp i kroner.')
    payInvoice(world, invoice, amount, localDate(world.now()), '1920:10001')
    return `${kroner(amount)} er registrert som betalt.`
  })

  invoiceAct('angre-betaling', (invoice) => {
    if (!takePaymentBack(world, invoice, localDate(world.now())))
      throw new Error('Det er ingen betaling å ta tilbake.')
    return 'Betalingen er tatt tilbake.'
  })

  invoiceAct('krediter', (invoice, company) => {
    creditInFull(world, company, invoice, localDate(world.now()), undefined)
    return 'Fakturaen er kreditert.'
  })

  function invoiceAct(
    path: string,
    act: (invoice: StoredInvoice, company: FikenCompany, form: Record<string, string>) => string,
  ): void {
    app.post(`/faktura/:id/${path}`, async (request, reply) => {
      const found = findInvoice(world, paramOf(request, 'id'))
      if (!found) return goBack(reply, '/fiken', 'Fakturaen finnes ikke.', true)
      const { company, invoice } = found
      return attempt(reply, `/foretak/${company.slug}/handel/salg/${invoice.saleId}`, () =>
        act(invoice, company, formOf(request)),
      )
    })
  }
}

function parties(company: FikenCompany, voucher: StoredDraft | StoredInvoice): Markup {
  const customer = company.contacts.find((contact) => contact.contactId === voucher.customerId)
  const address = customer?.address
  return html`<section class="card">
    <dl>
      <dt>Kunde</dt>
      <dd>
        ${customer?.name}
        ${customer?.organizationNumber ? html`<span class="mut">${customer.organizationNumber}</span>` : null}
      </dd>
      <dt>Adresse</dt>
      <dd>
        ${[address?.streetAddress, address?.streetAddressLine2, [address?.postCode, address?.city].filter(Boolean).join(' ')].filter(Boolean).join(', ') || '–'}
      </dd>
      <dt>Fakturadato</dt>
      <dd>${norwegianDate(voucher.issueDate) || 'settes når fakturaen lages'}</dd>
      <dt>Vår referanse</dt>
      <dd>${voucher.ourReference ?? '–'}</dd>
      <dt>Deres referanse</dt>
      <dd>${voucher.yourReference ?? '–'}</dd>
      <dt>Ordrereferanse</dt>
      <dd>${voucher.orderReference ?? '–'}</dd>
      <dt>Bankkonto</dt>
      <dd>${voucher.bankAccountNumber ?? 'ikke valgt'}</dd>
      <dt>Tekst</dt>
      <dd class="pre">${voucher.invoiceText ?? '–'}</dd>
    </dl>
  </section>`
}

function lineTable(
  lines: readonly Omit<WireDraftLine, 'productId'>[],
  totals: { net: number; gross: number },
  rounding: Rounding,
): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Linjer">
    <table>
      <thead>
        <tr>
          <th>Tekst</th>
          <th class="num">Antall</th>
          <th class="num">Pris uten mva</th>
          <th>Konto og mva</th>
          <th class="num">Netto</th>
          <th class="num">Mva</th>
          <th class="num">Brutto</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map((line) => {
          const amounts = lineTotals(
            { ...line, unitPrice: line.unitPrice ?? 0, vatType: line.vatType ?? '' },
            rounding,
          )
          return html`<tr>
            <td class="text">
              ${line.description}${line.comment ? html`<br /><span class="small mut">${line.comment}</span>` : null}
            </td>
            <td class="num">${String(line.quantity).replace('.', ',')}</td>
            <td class="num">${kroner(line.unitPrice ?? 0)}</td>
            <td>${line.incomeAccount} <span class="mut">${line.vatType}</span></td>
            <td class="num">${kroner(amounts.net)}</td>
            <td class="num">${kroner(amounts.vat)}</td>
            <td class="num">${kroner(amounts.gross)}</td>
          </tr>`
        })}
      </tbody>
      <tfoot>
        <tr>
          <td colspan="4">Sum</td>
          <td class="num">${kroner(totals.net)}</td>
          <td class="num">${kroner(totals.gross - totals.net)}</td>
          <td class="num">${kroner(totals.gross)}</td>
        </tr>
      </tfoot>
    </table>
  </div>`
}
