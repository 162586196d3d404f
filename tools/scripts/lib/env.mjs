import { existsSync, readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { root } from './paths.mjs'
import { Trouble } from './run.mjs'

/** Returns the names of the product's variables in .env.example, so that there is one list. */
export function productVariables() {
  const text = readFileSync(path.join(root, '.env.example'), 'utf8')
  return [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1])
}

/** Reads `.env` in the root if it exists; variables that are already set keep their values. */
export function loadDotEnv() {
  const file = path.join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Returns true if a vendor's credentials are set; otherwise the sandbox replaces all vendors. */
export const hasVendorCredentials = () =>
  Boolean(process.env.SERVICEM8_CLIENT_ID?.trim() || process.env.FIKEN_CLIENT_ID?.trim())

/** Returns the listening address and the public URL, with defaults; PORT=0 picks a free port. */
export async function addressOf(env) {
  const host = env.HOST?.trim() || '127.0.0.1'
  const port = Number(env.PORT?.trim() || 3000) || (await freePort(host))
  const reachable =
    host === '0.0.0.0'
      ? '127.0.0.1'
      : host === '::'
        ? '[::1]'
        : host.includes(':')
          ? `[${host}]`
          : host
  const publicUrl = (env.PUBLIC_URL?.trim() || `http://localhost:${port}`).replace(/\/+$/, '')
  return {
    host,
    port,
    publicUrl,
    local: `http://${reachable}:${port}`,
    dataDir: path.resolve(root, env.DATA_DIR?.trim() || 'data'),
  }
}

/**
 * Checks that no other program listens on the port, whose health response would be mistaken for
 * ours.
 * @throws Error with a sentence for the user
 */
export async function requireFreePort(host, port) {
  const failure = await listenOnce(host, port)
  if (failure === 'EADDRINUSE')
    throw new Trouble(
      `Port ${port} is in use. Stop what listens there, or choose another: PORT=3100 npm start`,
    )
  if (failure) throw new Trouble(`Cannot listen on ${host}:${port} (${failure}).`)
}

/** Tries to listen on the port. Returns the error's code; `undefined` if the port is free. */
export function listenOnce(host, port) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', (error) => resolve(error.code ?? error.message))
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })
}

function freePort(host) {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen({ host, port: 0 }, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
