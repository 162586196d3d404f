import { chmodSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { inBackground } from './background.ts'
import type { Log } from './log.ts'

/**
 * This file passes an operator's command to the process that has the embedded database open,
 * because only one process can have it open. That process listens on a socket in the data folder
 * that only the folder's owner can open. A request is one line of JSON; the response is any number
 * of lines `{"part": …}` followed by `{"done": "…"}` or `{"failed": "…"}`.
 */

/**
 * Sends one part of a response. Resolves when the part has been handed to the socket; throws if the
 * reader has disconnected.
 */
export type Say = (part: unknown) => Promise<void>

const NAME = 'operator.sock'
/** The maximum length of a socket's path in bytes, on both Linux and macOS. */
const ADDRESS_BYTES = 103
const LONGEST_REQUEST = 16_384
const PATIENCE_MS = 10_000

/**
 * Listens for operator commands. `answer` gets the request as parsed JSON and returns the closing
 * sentence; an error that it throws is sent to the client too. Call this function only while
 * holding the folder's lock, because it removes a socket left by a killed process.
 * @returns a function that closes and removes the socket
 */
export async function openOperatorSocket(
  folder: string,
  log: Log,
  answer: (request: unknown, say: Say) => Promise<string>,
): Promise<() => Promise<void>> {
  const address = addressIn(folder)
  if (!address) {
    log.warn(
      { folder },
      'operator commands cannot reach this process: there is no socket here with an owner, or its path is too long',
    )
    return () => Promise.resolve()
  }
  rmSync(address, { force: true })
  const open = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    inBackground(log, 'an operator command failed', serve(socket, answer, log))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Binding creates the socket file with these permissions, so that no other user can ever open
    // it.
    const mask = process.umask(0o177)
    try {
      server.listen(address, resolve)
    } finally {
      process.umask(mask)
    }
  })
  chmodSync(address, 0o600)
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
}

/**
 * Sends a request to the process that has this data folder open. Returns the response's closing
 * sentence, or null if no process is listening.
 * @throws Error with the process's own sentence if the command failed
 */
export async function askOperatorSocket(
  folder: string,
  request: unknown,
  heard: (part: unknown) => Promise<void>,
): Promise<string | null> {
  const address = addressIn(folder)
  const socket = address ? await connect(address) : null
  if (!socket) return null
  try {
    socket.write(`${JSON.stringify(request)}\n`)
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
      const said: unknown = JSON.parse(line)
      if (typeof said !== 'object' || said === null) break
      if ('done' in said) return String(said.done)
      if ('failed' in said) throw new Error(String(said.failed))
      if ('part' in said) await heard(said.part)
    }
    throw new Error('The running process ended before it had answered')
  } finally {
    socket.destroy()
  }
}

async function serve(
  socket: net.Socket,
  answer: (request: unknown, say: Say) => Promise<string>,
  log: Log,
): Promise<void> {
  const send = (message: Record<string, unknown>) =>
    new Promise<void>((resolve, reject) => {
      socket.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) reject(error)
        else resolve()
      })
    })
  try {
    const request: unknown = JSON.parse(await firstLine(socket))
    await send({ done: await answer(request, (part) => send({ part })) })
  } catch (error) {
    log.warn({ err: error }, 'an operator command failed')
    await send({ failed: error instanceof Error ? error.message : String(error) }).catch(
      () => undefined,
    )
  }
  socket.end()
}

function firstLine(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.setTimeout(PATIENCE_MS, () => reject(new Error('Nothing was asked')))
    socket.once('close', () => reject(new Error('The other side has gone')))
    socket.on('data', (more: string) => {
      text += more
      const end = text.indexOf('\n')
      if (end < 0 && text.length <= LONGEST_REQUEST) return
      socket.setTimeout(0)
      if (end < 0) reject(new Error('Too long a request'))
      else resolve(text.slice(0, end))
    })
  })
}

/**
 * Connects to the socket; returns null if no process is listening: the socket file is missing, or
 * was left by a killed process.
 */
function connect(address: string): Promise<net.Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
  })
}

/**
 * Returns the socket's path; null if sockets have no owner (Windows) or every form of the path is
 * too long.
 */
function addressIn(folder: string): string | null {
  if (process.platform === 'win32') return null
  const file = path.resolve(folder, NAME)
  return (
    [file, path.relative(process.cwd(), file)].find(
      (each) => Buffer.byteLength(each) <= ADDRESS_BYTES,
    ) ?? null
  )
}
