import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startSandbox, type Sandbox, type World } from '#sandbox/start'
import { createVisitor, type Visitor } from '../people/browserless.ts'
import { until } from '../wait.ts'
import { freePort } from './free-port.ts'
import { temporaryDatabase } from './temporary-database.ts'
import { calmSandbox } from './world.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const KEEPER = path.join(import.meta.dirname, 'unit-keeper.ts')
const NGINX = '/usr/sbin/nginx'
const START_MS = 120_000

export const hasNginx = () => existsSync(NGINX)

/** An installation as in docs/scale.md: two processes per role, one database, behind nginx. */
export interface ProxiedFleet {
  url: string
  sandbox: Sandbox
  vendors: World
  visitor(): Visitor
  /** Restarts the processes one after the other, each when the previous one is ready. */
  restartInTurn(): Promise<void>
  stop(): Promise<void>
}

export async function startProxiedFleet(server: string): Promise<ProxiedFleet> {
  const home = await mkdtemp(path.join(tmpdir(), 'fakturabro-nginx-'))
  const sandbox = await startSandbox()
  calmSandbox(sandbox)
  const database = await temporaryDatabase(server)
  const document = await readFile(path.join(ROOT, 'docs/scale.md'), 'utf8')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shared = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ...sandbox.env,
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    APP_SECRET: 'a secret of the tests, thirty-two characters',
    LOG_LEVEL: 'fatal',
  }
  const [webs, workers] = [await ports(2), await ports(2)]
  const units = [
    ...webs.map((own) => unitOf(block(document, 'web-unit'), own, block(document, 'web-socket'))),
    ...workers.map((own) => unitOf(block(document, 'worker-unit'), own)),
  ]
  const running = new Map<Unit, ChildProcess>()
  // Started one after the other, because the first process creates the tables.
  for (const unit of units) {
    running.set(unit, startUnit(unit, shared))
    await ready(unit)
  }

  const upstream = block(document, 'upstream')
    .replace('127.0.0.1:3001', `127.0.0.1:${webs[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${webs[1]}`)
  const configuration = path.join(home, 'nginx.conf')
  await writeFile(configuration, nginxWith(upstream, port, home))
  const nginx = spawn(NGINX, ['-p', home, '-c', configuration, '-g', 'daemon off;'], {
    stdio: 'inherit',
  })
  await until('nginx to answer', async () => (await fetch(`${url}/healthz`)).ok, START_MS)

  return {
    url,
    sandbox,
    vendors: sandbox.world,
    visitor: () => createVisitor(url),
    restartInTurn: async () => {
      for (const unit of units) {
        await restart(running.get(unit), unit)
      }
    },
    stop: async () => {
      await end(nginx, 'SIGTERM')
      for (const keeper of running.values()) {
        const product = await childOf(keeper)
        await end(keeper, 'SIGKILL')
        process.kill(product, 'SIGKILL')
      }
      await sandbox.close()
      await database.drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const ports = (count: number) => Promise.all(Array.from({ length: count }, () => freePort()))

function block(document: string, name: string): string {
  const [, found] = new RegExp(`^\`\`\`\\w+ ${name}\\n([^]*?)^\`\`\``, 'm').exec(document) ?? []
  if (!found) throw new Error(`docs/scale.md has no block "${name}"`)
  return found
}

interface Unit {
  port: number
  hasSocket: boolean
  command: string[]
  environment: Record<string, string>
}

function unitOf(text: string, instance: number, socket?: string): Unit {
  const valueOf = (key: string) => {
    const [, value] = new RegExp(`^${key}=(.*)$`, 'm').exec(text) ?? []
    if (!value) throw new Error(`The unit has no ${key}`)
    return value.replaceAll('%i', String(instance))
  }
  const [, ...command] = valueOf('ExecStart').split(' ')
  // A value that contains a space is quoted.
  const environment = (valueOf('Environment').match(/"[^"]*"|\S+/g) ?? [])
    .map((each) => each.replaceAll('"', ''))
    .map((each) => [each.replace(/=.*/, ''), each.replace(/^.*?=/, '')])
  if (socket && !socket.includes('ListenStream=127.0.0.1:%i'))
    throw new Error('The socket is not the one that the proxy asks')
  return {
    port: instance,
    hasSocket: socket !== undefined,
    command,
    environment: Object.fromEntries(environment) as Record<string, string>,
  }
}

const startUnit = (
  { port, hasSocket, command, environment }: Unit,
  shared: Record<string, string>,
): ChildProcess =>
  spawn(
    process.execPath,
    ['--conditions=source', KEEPER, hasSocket ? String(port) : '', process.execPath, ...command],
    { cwd: ROOT, env: { ...shared, ...environment }, stdio: 'inherit' },
  )

const ready = ({ port }: Unit) =>
  until(
    `the process at ${port} to be ready`,
    async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
    START_MS,
  )

async function restart(keeper: ChildProcess | undefined, unit: Unit): Promise<void> {
  const own = await childOf(keeper)
  process.kill(own, 'SIGTERM')
  await until('another process to have taken over', async () => (await childOf(keeper)) !== own)
  await ready(unit)
}

const childOf = (keeper: ChildProcess | undefined) =>
  until('the process to run', async () => {
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(keeper?.pid)])
    return Number(stdout)
  })

async function end(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

const nginxWith = (upstream: string, port: number, home: string) => `
pid ${home}/nginx.pid;
error_log /dev/null;
events {}
http {
  access_log off;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  ${upstream}
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 5m;
    location / {
      proxy_pass http://fakturabro;
      proxy_http_version 1.1;
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
  }
}
`
