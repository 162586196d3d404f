import type { FastifyInstance } from 'fastify'
import { FAULT_KINDS, type FaultKind, type FaultRule, type NewFault } from '../http/faults.ts'
import { expireAccess, revokeSubject } from '../http/oauth-store.ts'
import { SENTINELS } from '../sentinels.ts'
import { ROUNDINGS, type Rounding } from '../world/settings.ts'
import type { World } from '../world/world.ts'
import { html, page, type Markup } from './html.ts'
import { attempt, formOf, goBack, banner, paramOf, postButton, tick } from './parts.ts'

interface Preset {
  id: string
  title: string
  explains: string
  fault: NewFault
}

const KIND_NAMES: Record<FaultKind, string> = {
  status: 'Svarer med en statuskode',
  hang: 'Gjør ingenting og svarer ikke',
  reset: 'Bryter forbindelsen',
  slow: 'Svarer tregt',
  lost: 'Gjør det, men svaret går tapt',
  html: 'Svarer med en HTML-side',
  garbage: 'Svarer med rot',
  truncate: 'Svarer med et halvt svar',
  expire: 'Lar tilgangen løpe ut',
  revoke: 'Trekker samtykket tilbake',
  stale: 'Lister henger etter',
}

const DRAFTS = '/invoices/drafts$'
const PRESETS: readonly Preset[] = [
  {
    id: 'treg',
    title: 'Fiken er treg',
    explains: 'Hvert svar tar 6 sekunder.',
    fault: { vendor: 'fiken', kind: 'slow', ms: 6000 },
  },
  {
    id: 'nede',
    title: 'Fiken er nede',
    explains: 'Alle kall svarer 503 til du slår av.',
    fault: { vendor: 'fiken', kind: 'status', status: 503, body: 'html', path: '^/api' },
  },
  {
    id: '429',
    title: 'Fiken sier «for mange kall»',
    explains: 'Tre svar med 429 og Retry-After 10 s.',
    fault: { vendor: 'fiken', kind: 'status', status: 429, retryAfter: 10, count: 3 },
  },
  {
    id: 'tapt',
    title: 'Svaret fra Fiken går tapt',
    explains: 'Neste utkast blir laget, men svaret kommer aldri fram.',
    fault: { vendor: 'fiken', kind: 'lost', method: 'POST', path: DRAFTS, count: 1 },
  },
  {
    id: 'stille',
    title: 'Fiken svarer ikke',
    explains: 'Neste utkast: ingenting skjer, og ingen svarer.',
    fault: { vendor: 'fiken', kind: 'hang', method: 'POST', path: DRAFTS, count: 1 },
  },
  {
    id: '500',
    title: 'Feil i Fiken',
    explains: 'De tre neste kallene svarer 500.',
    fault: { vendor: 'fiken', kind: 'status', status: 500, count: 3 },
  },
  {
    id: 'rot',
    title: 'Rot i svaret',
    explains: 'Neste svar fra Fiken er en HTML-side.',
    fault: { vendor: 'fiken', kind: 'html', count: 1 },
  },
  {
    id: 'henger',
    title: 'Fikens lister henger etter',
    explains:
      'Lister og søk viser bøkene slik de var for 10 sekunder siden. Oppslag på nummer stemmer.',
    fault: { vendor: 'fiken', kind: 'stale', seconds: 10 },
  },
  {
    id: 'frosset',
    title: 'Fikens lister står stille',
    explains:
      'Lister og søk viser bøkene slik de er nå, til du slår av eller lar dem komme à jour.',
    fault: { vendor: 'fiken', kind: 'stale', seconds: null },
  },
  {
    id: 'sm8-nede',
    title: 'ServiceM8 er nede',
    explains: 'Alle kall svarer 500 til du slår av.',
    fault: { vendor: 'servicem8', kind: 'status', status: 500, path: '^/api_1' },
  },
  {
    id: 'sm8-429',
    title: 'ServiceM8 struper',
    explains: 'De fem neste kallene svarer 429.',
    fault: { vendor: 'servicem8', kind: 'status', status: 429, body: 'text', count: 5 },
  },
  {
    id: 'brreg',
    title: 'Brønnøysund er nede',
    explains: 'Oppslag svarer 503 til du slår av.',
    fault: { vendor: 'brreg', kind: 'status', status: 503 },
  },
]

export function registerFaultPages(app: FastifyInstance, world: World): void {
  app.get('/feil', async (request, reply) => {
    const body = html`${banner(request)}
      <h1>Feilbryter</h1>
      <p class="mut">
        Slå på en feil, fullfør en jobb, og se at det likevel blir nøyaktig ett utkast.
      </p>
      ${active(world)} ${presets()} ${tokens()} ${webhooks(world)} ${rounding(world)} ${own()}
      ${sentinels()}`
    return reply.type('text/html').send(page('Feilbryter', body, '/feil'))
  })

  app.post('/feil/ferdig/:id', async (request, reply) => {
    const preset = PRESETS.find((one) => one.id === paramOf(request, 'id'))
    if (!preset) return goBack(reply, '/feil', 'Ukjent feil.', true)
    world.faults.add(preset.fault)
    return goBack(reply, '/feil', `Slått på: ${preset.title}.`)
  })

  app.post('/feil/av', async (request, reply) => {
    const { id } = formOf(request)
    if (id) world.faults.remove(Number(id))
    else world.faults.clear()
    return goBack(reply, '/feil', id ? 'Feilen er slått av.' : 'Alle feil er slått av.')
  })

  app.post('/feil/a-jour', async (_request, reply) => {
    world.faults.catchUp()
    return goBack(reply, '/feil', 'Listene i Fiken er à jour nå.')
  })

  app.post('/feil/egen', async (request, reply) => {
    const form = formOf(request)
    return attempt(reply, '/feil', () => {
      const kind = form['slag'] as FaultKind
      if (!FAULT_KINDS.includes(kind)) throw new Error('Velg et slag.')
      const vendor = (form['hos'] ?? '*') as FaultRule['vendor']
      const path = form['sti'] ?? ''
      new RegExp(path)
      const count = form['ganger'] ? Number(form['ganger']) : null
      world.faults.add({
        vendor,
        kind,
        path,
        count,
        status: Number(form['status'] || 500),
        ms: Number(form['ms'] || 3000),
        seconds: Number(form['sekunder'] || 10),
        probability: Number(form['sjanse'] || 100) / 100,
      })
      return 'Feilen er slått på.'
    })
  })

  app.post('/feil/token', async (request, reply) => {
    const { hos, hva } = formOf(request)
    const vendor = hos === 'fiken' ? 'fiken' : 'servicem8'
    const { oauth } = world.state[vendor]
    for (const grant of Object.values(oauth.grants))
      (hva === 'trekk' ? revokeSubject : expireAccess)(oauth, grant.subject)
    world.touch()
    return goBack(
      reply,
      '/feil',
      hva === 'trekk' ? 'Samtykket er trukket tilbake.' : 'Tilgangen er utløpt; den kan fornyes.',
    )
  })

  app.post('/feil/varsler', async (request, reply) => {
    const { hvordan } = formOf(request)
    const mode = hvordan === 'drop' || hvordan === 'duplicate' ? hvordan : 'normal'
    world.settings.servicem8.webhooks = mode
    world.touch()
    return goBack(reply, '/feil', 'Varslene er stilt om.')
  })

  app.post('/feil/avrunding', async (request, reply) => {
    const chosen = ROUNDINGS.find((one) => one === formOf(request)['hvordan'])
    if (!chosen) return goBack(reply, '/feil', 'Velg en måte å runde på.', true)
    world.settings.fiken.rounding = chosen
    world.touch()
    return goBack(reply, '/feil', 'Nye og endrede utkast rundes slik fra nå av.')
  })
}

const ROUNDING_NAMES: Record<Rounding, string> = {
  half_away: 'Per linje, halve øre bort fra null',
  half_up: 'Per linje, halve øre oppover (−0,5 blir 0)',
  half_even: 'Per linje, halve øre til nærmeste partall',
  per_rate: 'MVA av summen per sats, ikke per linje',
}

function active(world: World): Markup {
  const on = world.faults.rules.filter((rule) => rule.count === null || rule.count > 0)
  if (on.length === 0)
    return html`<p class="card"><span class="tag good">Ingen feil er på</span></p>`
  return html`<h2>På nå <span class="tag bad">${on.length}</span></h2>
    <ul class="rows">
      ${on.map(
        (rule) =>
          html`<li>
            <div class="main">
              ${describe(rule)}
              <div class="small mut">har slått til ${rule.hits} ganger</div>
            </div>
            ${postButton('/feil/av', 'Slå av', '', { id: String(rule.id) })}
          </li>`,
      )}
    </ul>
    <div class="acts">
      ${postButton('/feil/av', 'Slå av alle', 'pri')}
      ${on.some(({ kind }) => kind === 'stale') ? postButton('/feil/a-jour', 'La listene komme à jour') : null}
    </div>`
}

function whatItDoes({ kind, status, ms, seconds }: FaultRule): string {
  if (kind === 'status') return `svarer ${status}`
  if (kind === 'slow') return `venter ${ms} ms`
  if (kind === 'stale')
    return seconds === null ? 'listene står stille' : `listene henger ${seconds} s etter`
  return KIND_NAMES[kind].toLowerCase()
}

function describe(rule: FaultRule): string {
  const what = whatItDoes(rule)
  const where = [rule.method, rule.path].filter(Boolean).join(' ')
  const left = rule.count === null ? '' : `, ${rule.count} ganger til`
  return `${rule.vendor === '*' ? 'Alle' : rule.vendor}: ${what}${where ? ` på ${where}` : ''}${left}`
}

function presets(): Markup {
  return html`<h2>Vanlige feil</h2>
    <div class="tiles">
      ${PRESETS.map(
        (preset) =>
          html`<section class="card">
            <b>${preset.title}</b
            ><span class="small mut">${preset.explains}</span
            >${postButton(`/feil/ferdig/${preset.id}`, 'Slå på')}
          </section>`,
      )}
    </div>`
}

function tokens(): Markup {
  return html`<h2>Tilgang</h2>
    <div class="acts">
      ${postButton('/feil/token', 'La ServiceM8-tilgangen løpe ut', '', { hos: 'servicem8', hva: 'utlop' })}
      ${postButton('/feil/token', 'La Fiken-tilgangen løpe ut', '', { hos: 'fiken', hva: 'utlop' })}
      ${postButton('/feil/token', 'Trekk samtykket i ServiceM8', 'bad', { hos: 'servicem8', hva: 'trekk' })}
      ${postButton('/feil/token', 'Trekk samtykket i Fiken', 'bad', { hos: 'fiken', hva: 'trekk' })}
    </div>`
}

function webhooks(world: World): Markup {
  const now = world.settings.servicem8.webhooks
  const choice = (value: string, label: string): Markup =>
    tick('radio', { name: 'hvordan', value, isOn: now === value }, label)
  return html`<h2>Varsler fra ServiceM8</h2>
    <form method="post" action="/feil/varsler" class="card">
      ${choice('normal', 'Kommer fram som de skal')}${choice('drop', 'Forsvinner')}${choice('duplicate', 'Kommer tre ganger')}
      <p><button>Lagre</button></p>
    </form>`
}

function rounding(world: World): Markup {
  const now = world.settings.fiken.rounding
  return html`<h2>Avrunding i Fiken</h2>
    <form method="post" action="/feil/avrunding" class="card">
      ${ROUNDINGS.map((one) => tick('radio', { name: 'hvordan', value: one, isOn: now === one }, ROUNDING_NAMES[one]))}
      <p><button>Lagre</button></p>
    </form>`
}

function own(): Markup {
  return html`<h2>Egen feil</h2>
    <form method="post" action="/feil/egen" class="card">
      <div class="grid">
        <label
          ><span>Hos</span
          ><select name="hos">
            <option value="fiken">Fiken</option>
            <option value="servicem8">ServiceM8</option>
            <option value="brreg">Brønnøysund</option>
            <option value="*">Alle</option>
          </select></label
        >
        <label
          ><span>Slag</span
          ><select name="slag">
            ${FAULT_KINDS.map((kind) => html`<option value="${kind}">${KIND_NAMES[kind]}</option>`)}
          </select></label
        >
        <label
          ><span>Statuskode (når det svares med en)</span
          ><input name="status" inputmode="numeric" value="500"
        /></label>
        <label
          ><span>Millisekunder (når det er tregt)</span
          ><input name="ms" inputmode="numeric" value="3000"
        /></label>
        <label
          ><span>Sekunder listene henger etter</span
          ><input name="sekunder" inputmode="numeric" value="10"
        /></label>
        <label><span>Sti, regulært uttrykk (tomt = alle)</span><input name="sti" /></label>
        <label
          ><span>Antall ganger (tomt = til du slår av)</span
          ><input name="ganger" inputmode="numeric" value="1"
        /></label>
        <label
          ><span>Sjanse i prosent</span><input name="sjanse" inputmode="numeric" value="100"
        /></label>
      </div>
      <button>Slå på</button>
    </form>`
}

function sentinels(): Markup {
  return html`<h2>Ord som gir feil</h2>
    <ul class="rows">
      ${SENTINELS.map(
        (sentinel) =>
          html`<li>
            <code>${sentinel.text}</code>
            <div class="main small mut">${sentinel.explains}</div>
          </li>`,
      )}
    </ul>`
}
