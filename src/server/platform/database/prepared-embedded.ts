import { protocol, type PGlite } from '@electric-sql/pglite'
import { nameOf } from './prepared.ts'

type Send = PGlite['execProtocolStream']
type Options = Parameters<Send>[1]
type Answers = Awaited<ReturnType<Send>>

/** The bytes before a message's contents: its letter and its length. */
const HEAD = 5
const NUL = 0
/**
 * The time in milliseconds after which a statement is planned again: nothing else makes the engine
 * notice that a table has grown.
 */
const PLAN_LASTS_MS = 10 * 60_000

/**
 * Makes the embedded database use prepared statements, as on PostgreSQL (prepared.ts). The library
 * sends the engine six messages for each statement: parse, describe the parameters, bind, describe
 * the result, execute and sync. Planning takes longer than executing, and each message is a call. A
 * statement that has a name is not parsed and described again, and what follows is one call.
 */
export function prepareEmbedded(pglite: PGlite): void {
  const send: Send = pglite.execProtocolStream.bind(pglite)
  const prepared = new Map<string, { parameters: Answers; at: number }>()
  /** The name of the statement whose messages are being sent; undefined when it has none. */
  let name: string | undefined
  let held: Uint8Array[] = []

  async function prepare(statement: string, describe: Uint8Array, options: Options) {
    const known = prepared.get(statement)
    if (known && performance.now() - known.at < PLAN_LASTS_MS) return known.parameters
    const close = protocol.serialize.close({ type: 'S', name: statement })
    const parameters = await send(Buffer.concat([close, ...held, describe]), options)
    prepared.set(statement, { parameters, at: performance.now() })
    return parameters
  }

  /** After a failure the statement is prepared again, because the engine may no longer have it. */
  async function execute(statement: string, messages: Uint8Array, options: Options) {
    try {
      return await send(messages, options)
    } catch (error) {
      prepared.delete(statement)
      throw error
    }
  }

  pglite.execProtocolStream = async (message, options) => {
    const [letter, of] = [message[0], message[HEAD]].map((byte) => String.fromCharCode(byte ?? NUL))
    if (letter === 'P') name = nameOfParsed(message)
    if (name === undefined) return send(message, options)
    if (letter === 'P') held = [withName(message, HEAD, name)]
    else if (letter === 'B') held = [withName(message, HEAD + 1, name)]
    else if (letter === 'D' && of === 'P') held.push(message)
    else if (letter === 'D') return prepare(name, withName(message, HEAD + 1, name), options)
    else if (letter === 'E') return execute(name, Buffer.concat([...held, message]), options)
    else {
      name = undefined
      return send(message, options)
    }
    return []
  }
}

/** Returns undefined when the caller states the parameters' types, which the name does not tell. */
function nameOfParsed(message: Uint8Array): string | undefined {
  const end = message.indexOf(NUL, HEAD + 1)
  const text = Buffer.from(message.subarray(HEAD + 1, end)).toString()
  const hasTypes = message[end + 1] !== 0 || message[end + 2] !== 0
  return hasTypes ? undefined : nameOf(text)
}

/** Returns the message with a name in the place where it has none. */
function withName(message: Uint8Array, place: number, name: string): Uint8Array {
  const named = Buffer.concat([
    message.subarray(0, place),
    Buffer.from(name),
    message.subarray(place),
  ])
  named.writeUInt32BE(named.length - 1, 1)
  return named
}
