import { isUuid } from '#shared/fields'
import { Busboy } from '@fastify/busboy'
import { unstorableText } from '../../platform/http/storable-text.ts'

/**
 * The trusted parts of a ServiceM8 webhook. Webhooks are not signed, and documentation and accounts
 * disagree about their format (multipart, form, JSON, query), so all values are fetched from
 * ServiceM8.
 */
export type Ping =
  | { kind: 'challenge'; challenge: string }
  | { kind: 'ping'; eventType: string; objectType: string; objectId: string }
  | { kind: 'unreadable'; why: string }
  | { kind: 'unstorable' }

/** Reads a webhook. Never throws, because every input gives one of the four kinds. */
export async function readPing(input: {
  contentType: string
  body: Buffer
  query: Record<string, unknown>
}): Promise<Ping> {
  const body = await readBody(input.contentType, input.body)
  if (unstorableText([input.query, body]) !== null) return { kind: 'unstorable' }
  const fields = { ...textFields(input.query), ...fieldsOf(body) }
  const challenge = fields['challenge']
  if (
    typeof challenge === 'string' &&
    challenge !== '' &&
    (fields['mode'] === undefined || fields['mode'] === 'subscribe')
  ) {
    return { kind: 'challenge', challenge }
  }
  const objectId = uuidOf(fields)
  if (!objectId) return { kind: 'unreadable', why: 'Fant ingen jobb i meldingen' }
  const event = firstText(fields['eventName'], fields['event'])
  const objectType = firstText(fields['object'], event.split('.')[0]).toLowerCase()
  return {
    kind: 'ping',
    eventType: event || `${objectType || 'job'}.updated`,
    objectType: objectType || 'job',
    objectId,
  }
}

interface Body {
  isForm: boolean
  content: unknown
}

async function readBody(contentType: string, body: Buffer): Promise<Body> {
  if (/^multipart\/form-data|^application\/x-www-form-urlencoded/i.test(contentType))
    return { isForm: true, content: await formFields(contentType, body) }
  const text = body.toString('utf8')
  const content = parsed(text)
  return { isForm: false, content: content === text ? null : content }
}

function fieldsOf({ isForm, content }: Body): Record<string, unknown> {
  if (!isRecord(content)) return {}
  if (!isForm)
    return isRecord(content['eventArgs']) ? { ...content, ...content['eventArgs'] } : content
  // Some form posts contain the whole message as JSON in one field.
  return Object.values(content)
    .filter(isRecord)
    .reduce<Record<string, unknown>>((all, more) => ({ ...more, ...all }), content)
}

function formFields(contentType: string, body: Buffer): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    const fields: Record<string, unknown> = {}
    const done = () => resolve(fields)
    try {
      const form = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fields: 50, files: 0, fieldSize: body.length },
      })
      form.on('field', (name, value) => (fields[name] = parsed(value)))
      form.on('error', done)
      form.on('finish', done)
      form.end(body)
    } catch {
      done()
    }
  })
}

function uuidOf(fields: Record<string, unknown>): string | null {
  const entries = Array.isArray(fields['entry']) ? fields['entry'] : [fields['entry']]
  const url = fields['resource_url']
  const resource =
    typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1).replace(/\.json$/, '') : undefined
  const candidates = [
    ...entries.map((entry: unknown) => (isRecord(entry) ? entry['uuid'] : undefined)),
    fields['uuid'],
    fields['jobUUID'],
    resource,
  ]
  const found = candidates.find((c): c is string => typeof c === 'string' && isUuid(c))
  return found?.toLowerCase() ?? null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textFields = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => typeof value === 'string'))
/**
 * Returns the first text that is not empty, without control characters, because the text is shown
 * in a log.
 */
const firstText = (...values: unknown[]): string =>
  (values.find((v): v is string => typeof v === 'string' && v !== '') ?? '').replace(/\p{C}/gu, '')
