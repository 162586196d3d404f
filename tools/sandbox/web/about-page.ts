import type { FastifyInstance } from 'fastify'
import type { World } from '../world/world.ts'
import { html, page } from './html.ts'
import { goBack } from './parts.ts'

export function registerAboutPage(
  app: FastifyInstance,
  world: World,
  env: () => Record<string, string>,
): void {
  app.get('/fakturabro', async (_request, reply) =>
    world.origins.product
      ? reply.redirect(world.origins.product, 302)
      : goBack(
          reply,
          '/',
          'Verkstedet vet ikke hvor Fakturabro er: start det med PUBLIC_URL.',
          true,
        ),
  )

  app.get('/om', async (_request, reply) => {
    const seen = world.ledger.summary()
    const body = html`<h1>Om Verkstedet</h1>
      <section class="card">
        <p>
          Dette er prøveversjoner av ServiceM8, Fiken, Enhetsregisteret og en postkasse. De er ekte
          tjenere som oppfører seg slik leverandørenes grensesnitt gjør, og ingenting herfra når de
          ekte tjenestene.
        </p>
        <p>
          Data tas vare på mellom hver gang. <code>npm start -- --reset</code> begynner på nytt.
        </p>
      </section>
      <h2>Dette har leverandørene sett</h2>
      <section class="card">
        <dl>
          <dt>Kall i alt</dt>
          <dd>${seen.total}</dd>
          <dt>Utkast laget i Fiken</dt>
          <dd>${seen.draftsCreated}</dd>
          <dt>Utkast avvist som like</dt>
          <dd>${seen.draftsRefused}</dd>
          <dt>To kall samtidig til Fiken</dt>
          <dd>${seen.overlaps}</dd>
          <dt>Raskere enn fire i sekundet</dt>
          <dd>${seen.tooFast}</dd>
          <dt>Varsler sendt</dt>
          <dd>${seen.webhooks}</dd>
        </dl>
      </section>
      <h2>Siste kall</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Siste kall">
        <table>
          <thead>
            <tr>
              <th>Tid</th>
              <th>Hvor</th>
              <th>Kall</th>
              <th class="num">Svar</th>
            </tr>
          </thead>
          <tbody>
            ${world.ledger.entries
              .slice(-25)
              .reverse()
              .map(
                (entry) =>
                  html`<tr>
                    <td class="num">${new Date(entry.at).toLocaleTimeString('nb-NO')}</td>
                    <td>${entry.vendor}</td>
                    <td class="text">${entry.method} ${entry.path}</td>
                    <td class="num">
                      ${entry.status === 0 ? '–' : entry.status}${entry.fault ? html` <span class="tag bad">${entry.fault}</span>` : null}
                    </td>
                  </tr>`,
              )}
          </tbody>
        </table>
      </div>
      <h2>Slik peker du Fakturabro hit</h2>
      <section class="card small">
        ${Object.entries(env()).map(([name, value]) => html`<code>${name}=${value}</code><br />`)}
      </section>`
    return reply.type('text/html').send(page('Om', body, '/om'))
  })
}
