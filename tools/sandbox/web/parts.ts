import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, type Markup } from './html.ts'

export function postButton(
  action: string,
  label: string,
  look = '',
  fields: Record<string, string> = {},
): Markup {
  return html`<form method="post" action="${action}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}<button
      class="${look}"
    >
      ${label}
    </button>
  </form>`
}

export function tick(
  type: 'checkbox' | 'radio',
  { name, value = '1', isOn }: { name: string; value?: string; isOn: boolean },
  label: unknown,
): Markup {
  return html`<label class="check"
    ><input
      type="${type}"
      name="${name}"
      value="${value}"
      ${isOn ? html`checked` : null}
    />${label}</label
  >`
}

export function goBack(
  reply: FastifyReply,
  path: string,
  said: string,
  isBad = false,
): FastifyReply {
  const mark = path.includes('?') ? '&' : '?'
  return reply.redirect(
    `${path}${mark}${isBad ? 'feil' : 'gjort'}=${encodeURIComponent(said)}`,
    303,
  )
}

export function banner(request: FastifyRequest): Markup | null {
  const { gjort, feil } = request.query as Record<string, string | undefined>
  if (feil) return html`<p class="note bad" role="alert">${feil}</p>`
  return gjort ? html`<p class="note" role="status">${gjort}</p>` : null
}

export function tabs(
  label: string,
  entries: { href: string; label: string; current: boolean }[],
): Markup | null {
  if (entries.length < 2) return null
  return html`<nav class="tabs" aria-label="${label}">
    ${entries.map((entry) => html`<a href="${entry.href}" ${entry.current ? html`aria-current="page"` : null}>${entry.label}</a>`)}
  </nav>`
}

/** Runs a user's action and redirects with its message, or with the reason if the action fails. */
export async function attempt(
  reply: FastifyReply,
  path: string,
  act: () => string | Promise<string>,
): Promise<FastifyReply> {
  try {
    return await goBack(reply, path, await act())
  } catch (error) {
    return goBack(reply, path, error instanceof Error ? error.message : 'Det gikk ikke.', true)
  }
}

export function formOf(request: FastifyRequest): Record<string, string> {
  return (request.body ?? {}) as Record<string, string>
}

export function paramOf(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}
