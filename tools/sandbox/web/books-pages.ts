import type { FastifyInstance } from 'fastify'
import { settlementOf } from '../fiken/invoicing.ts'
import type { FikenCompany } from '../world/state.ts'
import { findCompany, type World } from '../world/world.ts'
import { html, kroner, norwegianDate, page, type Markup } from './html.ts'
import { attempt, formOf, banner, paramOf, tabs, tick } from './parts.ts'

export function registerBooksPages(app: FastifyInstance, world: World): void {
  app.get('/fiken', async (request, reply) => {
    const { foretak } = request.query as Record<string, string | undefined>
    const company = findCompany(world, foretak) ?? findCompany(world)
    if (!company)
      return reply.type('text/html').send(page('Regnskap', html`<h1>Ingen foretak</h1>`, '/fiken'))
    const body = html`${banner(request)}
      <h1>Regnskapet til ${company.info.name}</h1>
      <p class="mut">Her er du regnskapsføreren. Utkastene fra Fakturabro dukker opp øverst.</p>
      ${tabs(
        'Foretak',
        Object.values(world.state.fiken.companies).map((one) => ({
          href: `/fiken?foretak=${one.slug}`,
          label: one.info.name,
          current: one === company,
        })),
      )}
      ${drafts(company)} ${invoices(company)} ${customers(company)} ${products(company)}
      ${companySettings(company)}`
    return reply.type('text/html').send(page('Regnskap', body, '/fiken'))
  })

  app.post('/fiken/:slug/foretak', async (request, reply) => {
    const slug = paramOf(request, 'slug')
    return attempt(reply, `/fiken?foretak=${slug}`, () => {
      const company = findCompany(world, slug)
      if (!company) throw new Error('Foretaket finnes ikke.')
      const form = formOf(request)
      company.info.hasApiAccess = form['api'] === '1'
      company.info.vatType = form['mva'] === '1' ? 'bi-monthly' : 'no'
      if (form['serie'] === '1') company.invoiceCounter ??= 10_000
      else if (company.invoices.length === 0) company.invoiceCounter = null
      const normal = company.bankAccounts.find(
        (account) => account.type === 'normal',
      )?.bankAccountNumber
      company.verifiedBankAccounts = form['bank'] === '1' && normal ? [normal] : []
      world.touch()
      return 'Innstillingene er lagret.'
    })
  })
}

function customerName(company: FikenCompany, id: number): string {
  return company.contacts.find((contact) => contact.contactId === id)?.name ?? 'Ukjent kunde'
}

function drafts(company: FikenCompany): Markup {
  return html`<h2>Fakturautkast <span class="tag">${company.drafts.length}</span></h2>
    <ul class="rows">
      ${
        company.drafts.length === 0
          ? html`<li class="mut">Ingen utkast ennå.</li>`
          : [...company.drafts].reverse().map(
              (draft) =>
                html`<li>
                  <div class="main">
                    <a href="/foretak/${company.slug}/fakturautkast/${draft.uuid}"
                      >${customerName(company, draft.customerId)}</a
                    >
                    <div class="small mut">
                      ${[draft.ourReference ?? 'uten referanse', norwegianDate(draft.issueDate), draft.orderReference ? `PO ${draft.orderReference}` : ''].filter(Boolean).join(' · ')}
                    </div>
                  </div>
                  <span class="tag warn">Utkast</span
                  ><span class="num">${kroner(draft.gross)}</span>
                </li>`,
            )
      }
    </ul>`
}

function invoices(company: FikenCompany): Markup {
  return html`<h2>Fakturaer <span class="tag">${company.invoices.length}</span></h2>
    <ul class="rows">
      ${
        company.invoices.length === 0
          ? html`<li class="mut">Ingen fakturaer ennå.</li>`
          : [...company.invoices].reverse().map((invoice) => {
              const { settled } = settlementOf(invoice)
              return html`<li>
                <div class="main">
                  <a href="/foretak/${company.slug}/handel/salg/${invoice.saleId}"
                    >${invoice.invoiceNumber} ${customerName(company, invoice.customerId)}</a
                  >
                  <div class="small mut">
                    ${invoice.ourReference ?? ''} · forfall ${norwegianDate(invoice.dueDate)}
                  </div>
                </div>
                ${invoice.creditNotes.length > 0 ? html`<span class="tag bad">Kreditert</span>` : settled ? html`<span class="tag good">Betalt</span>` : html`<span class="tag warn">Ubetalt</span>`}
                <span class="num">${kroner(invoice.gross)}</span>
              </li>`
            })
      }
    </ul>`
}

function customers(company: FikenCompany): Markup {
  return html`<h2>Kunder <span class="tag">${company.contacts.length}</span></h2>
    <details class="card">
      <summary>Vis kundene</summary>
      <ul class="rows">
        ${company.contacts.map(
          (contact) =>
            html`<li>
              <div class="main">
                ${contact.name}
                <div class="small mut">
                  ${[contact.organizationNumber, contact.email, contact.address?.city].filter(Boolean).join(' · ')}
                </div>
              </div>
              ${contact.memberNumberString ? html`<span class="tag good">koblet</span>` : null}${contact.inactive ? html`<span class="tag">inaktiv</span>` : null}
            </li>`,
        )}
      </ul>
    </details>`
}

function products(company: FikenCompany): Markup {
  return html`<h2>Produkter <span class="tag">${company.products.length}</span></h2>
    <details class="card">
      <summary>Vis produktene</summary>
      <ul class="rows">
        ${company.products.map(
          (product) =>
            html`<li>
              <div class="main">
                ${product.name}
                <div class="small mut">
                  ${product.productNumber} · konto ${product.incomeAccount} ·
                  ${product.vatType}${product.stock === undefined || product.stock === null ? '' : ` · ${product.stock} på lager`}
                </div>
              </div>
              <span class="num">${kroner(product.unitPrice ?? 0)}</span>
            </li>`,
        )}
      </ul>
    </details>`
}

function companySettings(company: FikenCompany): Markup {
  const normal =
    company.bankAccounts.find((account) => account.type === 'normal')?.bankAccountNumber ?? ''
  const box = (name: string, label: string, isOn: boolean): Markup =>
    tick('checkbox', { name, isOn }, label)
  return html`<h2>Foretaket</h2>
    <form method="post" action="/fiken/${company.slug}/foretak" class="card">
      ${box('api', 'API-modulen er på', company.info.hasApiAccess)}
      ${box('mva', 'Registrert i Merverdiavgiftsregisteret', company.info.vatType !== 'no')}
      ${box('serie', 'Nummerserie for fakturaer er startet', company.invoiceCounter !== null)}
      ${box('bank', `Bankkonto ${normal} er verifisert`, company.verifiedBankAccounts.includes(normal))}
      <p><button>Lagre</button></p>
    </form>`
}
