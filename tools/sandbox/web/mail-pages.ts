import type { FastifyInstance } from 'fastify'
import type { World } from '../world/world.ts'
import { html, page } from './html.ts'
import { goBack, banner, paramOf } from './parts.ts'

export function registerMailPages(app: FastifyInstance, world: World): void {
  app.get('/postkasse', async (request, reply) => {
    const body = html`${banner(request)}
      <h1>Postkasse</h1>
      <p class="mut">All e-post fra Fakturabro havner her, uansett hvem den er til.</p>
      <ul class="rows">
        ${
          world.state.mails.length === 0
            ? html`<li class="mut">Ingen e-post ennå.</li>`
            : world.state.mails.map(
                (mail) =>
                  html`<li>
                    <div class="main">
                      <a href="/postkasse/${mail.id}">${mail.subject || '(uten emne)'}</a>
                      <div class="small mut">Til ${mail.to.join(', ')}</div>
                    </div>
                    <span class="small mut">${clock(mail.receivedAt)}</span>
                  </li>`,
              )
        }
      </ul>`
    return reply.type('text/html').send(page('Postkasse', body, '/postkasse'))
  })

  app.get('/postkasse/:id', async (request, reply) => {
    const mail = world.state.mails.find((one) => String(one.id) === paramOf(request, 'id'))
    if (!mail) return goBack(reply, '/postkasse', 'E-posten finnes ikke.', true)
    const body = html`<p><a href="/postkasse">‹ Postkasse</a></p>
      <h1>${mail.subject || '(uten emne)'}</h1>
      <section class="card">
        <dl>
          <dt>Fra</dt>
          <dd>${mail.from}</dd>
          <dt>Til</dt>
          <dd>${mail.to.join(', ')}</dd>
          <dt>Mottatt</dt>
          <dd>${clock(mail.receivedAt)}</dd>
        </dl>
      </section>
      ${mail.html ? html`<iframe title="Innholdet i e-posten" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${mail.html}`}"></iframe>` : null}
      <h2>Som ren tekst</h2>
      <section class="card pre">${{ markup: linked(mail.text) }}</section>`
    return reply.type('text/html').send(page(mail.subject, body, '/postkasse'))
  })
}

function clock(iso: string): string {
  return new Date(iso).toLocaleString('nb-NO', {
    timeZone: 'Europe/Oslo',
    dateStyle: 'short',
    timeStyle: 'short',
  })
}

function linked(text: string): string {
  return html`${text}`.markup.replaceAll(
    /https?:\/\/[^\s<]+/g,
    (url) => `<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`,
  )
}
