import type { FastifyInstance } from 'fastify'
import type { WireJob, WireJobMaterial } from '#clients/servicem8/wire'
import { lineAmounts, linePercent, linesOf } from '../servicem8/totals.ts'
import { addFile, changeJob, changeLine, payJob } from '../servicem8/workshop.ts'
import type { Sm8Account } from '../world/state.ts'
import { accountOfRecord, type World } from '../world/world.ts'
import { takeDeposit } from './deposit.ts'
import { html, kroner, norwegianDate, page, type Markup } from './html.ts'
import { isApproved, jobAct, jobTag, shownBy, STATUS_NAMES } from './job-list.ts'
import { attempt, formOf, goBack, banner, paramOf, postButton } from './parts.ts'

export function registerJobPage(app: FastifyInstance, world: World): void {
  app.get('/jobb/:uuid', async (request, reply) => {
    const uuid = paramOf(request, 'uuid')
    const account = accountOfRecord(world, 'job', uuid)
    const job = account?.tables.job[uuid]
    if (!account || !job) return goBack(reply, '/', 'Jobben finnes ikke.', true)
    const body = html`${banner(request)}
      <p><a href="/?konto=${account.uuid}">‹ Alle jobber</a></p>
      <h1>#${job.generated_job_id} ${job.job_description.split('\n')[0]?.slice(0, 90)}</h1>
      <p>
        ${jobTag(job)} <span class="mut">${account.tables.company[job.company_uuid]?.name}</span>
      </p>
      ${shownBy(job)} ${actions(job)} ${lineTable(world, account, job)} ${facts(account, job)}
      ${editing(job)}`
    return reply.type('text/html').send(page(`Jobb ${job.generated_job_id}`, body, '/'))
  })

  jobAct(app, world, 'endre', (account, { uuid }, form) => {
    changeJob(world, account, uuid, {
      purchase_order_number: form['po'] ?? '',
      billing_address: (form['adresse'] ?? '').replaceAll('\r\n', '\n'),
      job_description: (form['beskrivelse'] ?? '').replaceAll('\r\n', '\n'),
      status: form['status'] ?? 'Work Order',
    })
    return 'Jobben er endret.'
  })

  jobAct(app, world, 'betal', (account, { uuid }) => {
    payJob(world, account, uuid)
    return 'Betalingen er registrert på jobben.'
  })

  jobAct(app, world, 'forskudd', (account, job) => takeDeposit(world, account, job))

  jobAct(app, world, 'bilde', (account, { uuid }) => {
    const number = filesOf(account, uuid).length + 1
    const name = `Bilde ${number}.jpg`
    const content = { kind: 'photo', seed: number, width: 1280, height: 960 } as const
    addFile(world, account, uuid, { name, content })
    return `${name} er lagt på jobben.`
  })

  app.post('/linje/:uuid', async (request, reply) => {
    const uuid = paramOf(request, 'uuid')
    const account = accountOfRecord(world, 'jobmaterial', uuid)
    const line = account?.tables.jobmaterial[uuid]
    if (!account || !line) return goBack(reply, '/', 'Linjen finnes ikke.', true)
    const { pris = '', antall = '', fjern } = formOf(request)
    return attempt(reply, `/jobb/${line.job_uuid}`, () => {
      if (fjern) {
        changeLine(world, account, uuid, { active: 0 })
        return 'Linjen er fjernet.'
      }
      const price = readNumber(pris)
      const quantity = readNumber(antall)
      changeLine(world, account, uuid, { displayed_amount: price, quantity })
      return 'Linjen er endret.'
    })
  })
}

/**
 * Parses a number as a user writes it: "1 234,50" → "1234.50".
 * @throws Error with a message for the user
 */
function readNumber(text: string): string {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) throw new Error(`«${text}» er ikke et tall.`)
  return plain
}

function actions(job: WireJob): Markup {
  const at = `/jobb/${job.uuid}`
  return html`<div class="acts">
    ${job.status === 'Completed' ? null : postButton(`${at}/fullfor`, 'Fullfør', 'pri')}
    ${job.status === 'Completed' && !isApproved(job) ? postButton(`${at}/godkjenn`, 'Godkjenn', 'pri') : null}
    ${job.status === 'Completed' && job.payment_received !== 1 ? postButton(`${at}/betal`, 'Ta betalt nå') : null}
    ${job.payment_received === 1 ? null : postButton(`${at}/forskudd`, 'Fakturer forskudd')}
    ${postButton(`${at}/bilde`, 'Legg til bilde')}
    ${postButton(`${at}/varsle`, 'Send varselet på nytt × 3')}
  </div>`
}

function lineTable(world: World, account: Sm8Account, job: WireJob): Markup {
  const lines = linesOf(account, job.uuid)
  if (lines.length === 0) return html`<p class="card mut">Jobben har ingen linjer.</p>`
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Linjer">
    <table>
      <thead>
        <tr>
          <th>Tekst</th>
          <th class="num">Antall og pris</th>
          <th class="num">Mva</th>
          <th class="num">Sum med mva</th>
          <th><span class="hid">Fjern</span></th>
        </tr>
      </thead>
      <tbody>
        ${lines.map((line) => lineRow(world, account, line))}
      </tbody>
      <tfoot>
        <tr>
          <td colspan="3">Totalt</td>
          <td class="num">${kroner(Math.round(Number(job.total_invoice_amount) * 100))}</td>
          <td></td>
        </tr>
      </tfoot>
    </table>
  </div>`
}

function lineRow(world: World, account: Sm8Account, line: WireJobMaterial): Markup {
  const percent = linePercent(account, line, world.settings)
  const { gross } = lineAmounts(line, percent)
  const inclusive = line.displayed_amount_is_tax_inclusive === '1'
  return html`<tr>
    <td class="text">${line.name}</td>
    <td class="num">
      <form method="post" action="/linje/${line.uuid}" class="inline">
        <input
          name="antall"
          aria-label="Antall for ${line.name}"
          inputmode="decimal"
          value="${trimmed(line.quantity)}"
        />
        <input
          name="pris"
          aria-label="Pris for ${line.name}"
          inputmode="decimal"
          value="${trimmed(line.displayed_amount)}"
        />
        <button>Lagre</button>
      </form>
      ${inclusive ? html`<span class="small mut">prisen er med mva</span>` : null}
    </td>
    <td class="num">${line.tax_rate_uuid ? `${trimmed(percent)} %` : 'ingen sats'}</td>
    <td class="num">${kroner(Number(gross))}</td>
    <td>${postButton(`/linje/${line.uuid}`, 'Fjern', 'bad', { fjern: '1' })}</td>
  </tr>`
}

function trimmed(decimal: unknown): string {
  return String(Number(decimal)).replace('.', ',')
}

function facts(account: Sm8Account, job: WireJob): Markup {
  return html`<section class="card">
    <dl>
      <dt>Arbeidssted</dt>
      <dd class="pre">${job.job_address}</dd>
      <dt>Fullført</dt>
      <dd>${norwegianDate(job.completion_date) || 'nei'}</dd>
      <dt>Utført</dt>
      <dd class="pre">${job.work_done_description || '–'}</dd>
      <dt>Betalinger</dt>
      <dd>
        ${
          Object.values(account.tables.jobpayment)
            .filter((payment) => payment.job_uuid === job.uuid && payment.active === 1)
            .map(
              (payment) => `${kroner(Math.round(Number(payment.amount) * 100))} ${payment.method}`,
            )
            .join(', ') || 'ingen'
        }
      </dd>
      <dt>Filer</dt>
      <dd>
        ${
          filesOf(account, job.uuid)
            .map((file) => String(file['attachment_name']))
            .join(', ') || 'ingen'
        }
      </dd>
      <dt>uuid</dt>
      <dd><code>${job.uuid}</code></dd>
    </dl>
  </section>`
}

const filesOf = (account: Sm8Account, jobUuid: string) =>
  Object.values(account.tables.attachment).filter(
    (file) => file['related_object_uuid'] === jobUuid && file.active === 1,
  )

function editing(job: WireJob): Markup {
  return html`<h2>Endre jobben</h2>
    <form method="post" action="/jobb/${job.uuid}/endre" class="card">
      <div class="grid">
        <label
          ><span>Innkjøpsordre (PO)</span
          ><input name="po" maxlength="100" value="${job.purchase_order_number}"
        /></label>
        <label
          ><span>Status</span
          ><select name="status">
            ${Object.entries(STATUS_NAMES).map(
              ([status, name]) =>
                html`<option value="${status}" ${job.status === status ? html`selected` : null}>
                  ${name}
                </option>`,
            )}
          </select></label
        >
      </div>
      <label
        ><span>Fakturaadresse (første linje kan være en annen mottaker)</span
        ><textarea name="adresse" rows="4">${job.billing_address}</textarea>
      </label>
      <label
        ><span>Beskrivelse</span
        ><textarea name="beskrivelse" rows="3">${job.job_description}</textarea>
      </label>
      <button>Lagre</button>
    </form>`
}
