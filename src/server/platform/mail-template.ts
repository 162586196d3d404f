export type Block =
  | string
  | { list: readonly string[] }
  | { figures: readonly (readonly [what: string, figure: string])[] }
  | { button: Button }

interface Button {
  text: string
  href: string
}

export interface MailContent {
  blocks: readonly Block[]
  footer?: Button & { before: string }
}

const GREETING = 'Hilsen Fakturabro'
const INK = 'color:#1c2321'
const FAINT = 'color:#4f5a56'
const PARAGRAPH = 'margin:0 0 16px'

/** Renders a mail as text and HTML with the same wording. The HTML loads no external resources. */
export function renderMail({ blocks, footer }: MailContent): { text: string; html: string } {
  const text = [
    ...blocks.map(asText),
    GREETING,
    ...(footer ? [`-- \n${footer.before} ${footer.text}:\n${footer.href}`] : []),
  ]
  const small = footer
    ? `<p style="margin:16px auto 0;max-width:560px;font-size:13px;${FAINT}">${escape(footer.before)} <a href="${escape(footer.href)}" style="${FAINT}">${escape(footer.text)}</a></p>`
    : ''
  const inner = [...blocks, GREETING].map(asHtml).join('')
  const html = `<!doctype html><html lang="nb"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="font:16px/1.5 system-ui,sans-serif;${INK};background:#f6f5f1;margin:0;padding:24px"><div style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:10px;padding:24px;box-sizing:border-box">${inner}</div>${small}</body></html>`
  return { text: `${text.join('\n\n')}\n`, html }
}

function asText(block: Block): string {
  if (typeof block === 'string') return block
  if ('list' in block) return block.list.map((line) => `- ${line}`).join('\n')
  if ('figures' in block)
    return block.figures.map(([what, figure]) => `${what}: ${figure}`).join('\n')
  return `${block.button.text}:\n${block.button.href}`
}

function asHtml(block: Block): string {
  if (typeof block === 'string') return `<p style="${PARAGRAPH}">${escape(block)}</p>`
  if ('list' in block) {
    const items = block.list
      .map((line) => `<li style="margin:0 0 4px">${escape(line)}</li>`)
      .join('')
    return `<ul style="${PARAGRAPH};padding-left:20px">${items}</ul>`
  }
  if ('figures' in block) return figures(block.figures)
  return button(block.button)
}

function figures(rows: readonly (readonly [string, string])[]): string {
  const line = 'border-bottom:1px solid #dcdad2;padding:8px 0;vertical-align:top'
  const cells = rows.map(
    ([what, figure]) =>
      `<tr><td style="${line};${FAINT}">${escape(what)}</td><td style="${line};padding-left:16px;text-align:right;font-weight:600">${escape(figure)}</td></tr>`,
  )
  return `<table role="presentation" style="width:100%;border-collapse:collapse;${PARAGRAPH}">${cells.join('')}</table>`
}

function button({ text, href }: Button): string {
  const look =
    'display:inline-block;background:#0b5a52;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600'
  return `<p style="${PARAGRAPH}"><a href="${escape(href)}" style="${look}">${escape(text)}</a></p><p style="${PARAGRAPH};font-size:13px;${FAINT};word-break:break-all">${escape(href)}</p>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
}
