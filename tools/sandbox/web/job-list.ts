import type { FastifyInstance } from 'fastify'
import type { WireJob } from '#clients/servicem8/wire'
import { PLUMBER } from '../seed/plumber.ts'
import { seededUuid } from '../seed/put.ts'
import { READY_JOBS } from '../seed/ready-jobs.ts'
import { SCENARIO_JOBS } from '../seed/scenario-jobs.ts'
import type { WebhookSender } from '../servicem8/delivery.ts'
import { approveJob, completeJob } from '../servicem8/workshop.ts'
import type { Sm8Account } from '../world/state.ts'
import { accountOfRecord, findAccount, type World } from '../world/world.ts'
import { html, kroner, norwegianDate, page, type Markup } from './html.ts'
import { attempt, banner, formOf, paramOf, postButton, tabs } from './parts.ts'

const MOST = 40

const SHOWN: ReadonlyMap<string, string> = new Map(
  [...READY_JOBS, ...SCENARIO_JOBS].map(({ key, shows }) => [
    seededUuid(PLUMBER, 'job', key),
    shows,
  ]),
)

export function registerJobList(app: FastifyInstance, world: World, sender: WebhookSender): void {
  app.get('/', async (request, reply) => {
    const query = request.query as Record<string, string | undefined>
    const account = findAccount(world, query['konto']) ?? findAccount(world)
    if (!account)
      return reply.type('text/html').send(page('Jobber', html`<h1>Ingen kontoer</h1>`, '/'))
    const jobs = Object.values(account.tables.job)
      .filter((job) => job.active === 1)
      .sort((one, other) => (one.edit_date < other.edit_date ? 1 : -1))
    const open = jobs.filter((job) => job.status === 'Work Order')
    const completed = jobs.filter((job) => job.status === 'Completed' && !isApproved(job))
    const approved = jobs.filter((job) => isApproved(job) && job.payment_received !== 1)
    const rest = jobs.filter(
      (job) => !open.includes(job) && !completed.includes(job) && !approved.includes(job),
    )
    const body = html`${banner(request)}
      <h1>Jobber hos ${account.vendor.name}</h1>
      <p class="mut">
        Her er du håndverkeren. Fullfør en jobb, og se hva Fakturabro gjør med den. Overfører
        Fakturabro bare godkjente jobber, må du godkjenne den også.
      </p>
      ${tabs(
        'Konto',
        Object.values(world.state.servicem8.accounts).map((one) => ({
          href: `/?konto=${one.uuid}`,
          label: one.vendor.name,
          current: one === account,
        })),
      )}
      ${group(account, 'Klare til å fullføres', open, 'Ingen jobber er klare. Åpne en annen jobb, eller start på nytt med npm start -- --reset.')}
      ${group(account, 'Fullført, ikke godkjent', completed, 'Ingen.')}
      ${group(account, 'Godkjent, venter på betaling', approved, 'Ingen.')}
      ${group(account, 'Andre', rest, 'Ingen.')}`
    return reply.type('text/html').send(page('Jobber', body, '/'))
  })

  jobAct(app, world, 'fullfor', (account, { uuid }) => {
    completeJob(world, account, uuid)
    return `Jobben er fullført. ${said(account)} Overfører Fakturabro bare godkjente jobber, må den godkjennes her før den kommer til Fiken.`
  })

  jobAct(app, world, 'godkjenn', (account, { uuid }) => {
    approveJob(world, account, uuid)
    return `Jobben er godkjent. ${said(account)}`
  })

  jobAct(app, world, 'varsle', (account, { uuid }) => {
    const sent = sender.again(account.uuid, uuid, 3)
    return sent > 0
      ? `Sendte varselet ${sent} ganger.`
      : 'Ingen abonnerer på varsler fra denne kontoen.'
  })
}

/** Adds the route of a button, which shows the action's message or the reason for its failure. */
export function jobAct(
  app: FastifyInstance,
  world: World,
  path: string,
  act: (account: Sm8Account, job: WireJob, form: Record<string, string>) => string,
): void {
  app.post(`/jobb/:uuid/${path}`, async (request, reply) => {
    const uuid = paramOf(request, 'uuid')
    return attempt(reply, `/jobb/${uuid}`, () => {
      const account = accountOfRecord(world, 'job', uuid)
      const job = account?.tables.job[uuid]
      if (!account || !job) throw new Error('Jobben finnes ikke.')
      return act(account, job, formOf(request))
    })
  })
}

function said(account: Sm8Account): string {
  const active = account.subscriptions.filter((row) => row.active === 1).length
  return active > 0
    ? 'Varsel er sendt.'
    : 'Ingen abonnerer på varsler ennå: koble til ServiceM8 i Fakturabro først.'
}

export function isApproved(job: WireJob): boolean {
  return job.status === 'Completed' && (job.payment_processed === 1 || job.ready_to_invoice === '1')
}

export const STATUS_NAMES: Record<string, string> = {
  Quote: 'Tilbud',
  'Work Order': 'Arbeidsordre',
  Completed: 'Fullført',
  Unsuccessful: 'Mislykket',
}

export function shownBy(job: WireJob): Markup | null {
  const shows = SHOWN.get(job.uuid)
  return shows ? html`<div class="small shows">Viser: ${shows}</div>` : null
}

export function jobTag(job: WireJob): Markup {
  if (job.status === 'Work Order')
    return html`<span class="tag warn">${STATUS_NAMES[job.status]}</span>`
  if (job.status !== 'Completed')
    return html`<span class="tag">${STATUS_NAMES[job.status] ?? job.status}</span>`
  if (job.payment_received === 1) return html`<span class="tag good">Betalt</span>`
  return isApproved(job)
    ? html`<span class="tag good">Godkjent</span>`
    : html`<span class="tag warn">Fullført</span>`
}

function group(account: Sm8Account, title: string, jobs: WireJob[], none: string): Markup {
  return html`<h2>${title} <span class="tag">${jobs.length}</span></h2>
    <ul class="rows">
      ${jobs.length === 0 ? html`<li class="mut">${none}</li>` : jobs.slice(0, MOST).map((job) => row(account, job))}
      ${jobs.length > MOST ? html`<li class="mut small">… og ${jobs.length - MOST} til</li>` : null}
    </ul>`
}

function row(account: Sm8Account, job: WireJob): Markup {
  const client = account.tables.company[job.company_uuid]
  const [first = ''] = job.job_description.split('\n')
  return html`<li>
    <div class="main">
      <a href="/jobb/${job.uuid}"
        >#${job.generated_job_id} ${first.length > 70 ? `${first.slice(0, 70)}…` : first}</a
      >
      <div class="small mut">
        ${client?.name ?? 'Ukjent kunde'} ·
        ${norwegianDate(job.completion_date) || norwegianDate(job.date)}
      </div>
      ${shownBy(job)}
    </div>
    ${jobTag(job)}
    <span class="num">${kroner(Math.round(Number(job.total_invoice_amount) * 100))}</span>
    ${job.status === 'Work Order' ? postButton(`/jobb/${job.uuid}/fullfor`, 'Fullfør', 'pri') : null}
  </li>`
}
