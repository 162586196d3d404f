import { STYLE } from './style.ts'

export function escapeHtml(value: unknown): string {
  return String(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** HTML that is not escaped again inside another template. */
export interface Markup {
  markup: string
}

/** Renders a template: escapes values unless they are markup, joins arrays, drops empty values. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Markup {
  let markup = strings[0] ?? ''
  values.forEach((value, index) => {
    markup += render(value) + (strings[index + 1] ?? '')
  })
  return { markup }
}

function render(value: unknown): string {
  if (value === null || value === undefined || value === false || value === true) return ''
  if (Array.isArray(value)) return value.map(render).join('')
  if (typeof value === 'object' && 'markup' in value) return String(value.markup)
  return escapeHtml(value)
}

const MENU = [
  ['/', 'Jobber'],
  ['/fiken', 'Regnskap'],
  ['/postkasse', 'Postkasse'],
  ['/feil', 'Feilbryter'],
  ['/om', 'Om'],
] as const

/** Renders a page with a menu that marks `current`; without `current`, there is no menu. */
export function page(title: string, body: Markup, current?: string): string {
  const menu = current
    ? html`<nav aria-label="Hovedmeny">
        ${MENU.map(([href, label]) => html`<a href="${href}" ${current === href ? html`aria-current="page"` : null}>${label}</a>`)}
      </nav>`
    : null
  const whole = html`<!doctype html>
    <html lang="nb">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title} – Verkstedet</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        <header>
          <div>
            <b>Verkstedet</b
            >${current ? html`<a class="back" href="/fakturabro">Til Fakturabro</a>` : null}${menu}
          </div>
        </header>
        <main>${body}</main>
      </body>
    </html>`
  return whole.markup
}

/** Formats øre as kroner: 123450 → "1 234,50 kr". */
export function kroner(ore: number): string {
  return `${(ore / 100).toLocaleString('nb-NO', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} kr`
}

/** Formats the date of "2026-03-10 14:05:00" or "2026-03-10" as "10.03.2026". */
export function norwegianDate(stamp: string | null | undefined): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(stamp ?? '')
  return found && found[1] !== '0000' ? `${found[3]}.${found[2]}.${found[1]}` : ''
}
