/** A response body, classified by its content rather than by its content type. */
export interface Body {
  json: unknown
  text: string
  form: 'empty' | 'json' | 'html' | 'text'
}

export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The answer is larger than ${limit} bytes`)
    this.name = 'BodyTooLarge'
  }
}

/**
 * Reads a whole body of at most `limit` bytes; drops the connection if the body is larger.
 * @throws BodyTooLarge
 */
export async function readBody(response: Response, limit: number): Promise<Body> {
  if (!response.body) return parseBody(new Uint8Array())
  const chunks: Uint8Array[] = []
  let size = 0
  const stream: ReadableStream<Uint8Array> = response.body
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limit) {
      await reader.cancel().catch(() => undefined)
      throw new BodyTooLarge(limit)
    }
    chunks.push(value)
  }
  return parseBody(Buffer.concat(chunks))
}

export function parseBody(bytes: Uint8Array): Body {
  const text = decode(bytes).trim()
  if (text === '') return { json: null, text: '', form: 'empty' }
  if (text.startsWith('<')) return { json: null, text, form: 'html' }
  try {
    return { json: parseJson(text), text, form: 'json' }
  } catch {
    return { json: null, text, form: 'text' }
  }
}

const SUSPICIOUS = /\\u(0000|d[89a-f])/i

/**
 * Removes U+0000 and unpaired surrogates (from a string cut inside an emoji), which PostgreSQL
 * cannot store.
 */
function parseJson(text: string): unknown {
  if (!SUSPICIOUS.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}

/** Decodes as UTF-8 or else as latin-1, which Fiken can use for errors whatever the header says. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

/**
 * Returns the readable part of an error response. Forms seen so far: `{message}`, `{errorCode,
 * message}`, `[{logref, message}]`, `{error, error_description}`, plain text, and HTML from a
 * server in between.
 */
export function errorTextOf(body: Body): string {
  if (body.form === 'html')
    return body.text
      .replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  if (body.form !== 'json') return body.text
  const rows = (Array.isArray(body.json) ? body.json : [body.json]).map(textOfRow).filter(Boolean)
  return rows.length > 0 ? rows.join(' · ') : body.text
}

function textOfRow(row: unknown): string {
  if (typeof row === 'string') return row
  if (typeof row !== 'object' || row === null) return ''
  const fields = row as Record<string, unknown>
  const parts = [fields['message'], fields['error'], fields['error_description']].filter(
    (part) => typeof part === 'string' && part !== '',
  )
  if (parts.length > 0 && typeof fields['logref'] === 'string') parts.push(`(${fields['logref']})`)
  return parts.join(': ').replace(/: \(/, ' (')
}
