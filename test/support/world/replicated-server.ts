import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { until } from '../wait.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL server whose synchronous standby must confirm every commit. */
export interface ReplicatedServer {
  /** "postgres://…" URL of the primary's maintenance database. */
  primary: string
  standby: string
  /** Sends SIGKILL to all processes of the primary, as if its machine had failed. */
  killPrimary(): Promise<void>
  promoteStandby(): Promise<void>
  stop(): Promise<void>
}

/** The folder in which Debian installs the server programs of each version. */
const DEBIAN = '/usr/lib/postgresql'
const isRoot = process.getuid?.() === 0

/** Returns the folder of the PostgreSQL server's programs; null when they are not installed. */
export function serverPrograms(): string | null {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
    : []
  const [found] = versions.map((version) => path.join(DEBIAN, version, 'bin')).filter(hasServer)
  return found ?? null
}
const hasServer = (folder: string) =>
  existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'pg_basebackup'))

export async function startReplicatedServer(programs: string): Promise<ReplicatedServer> {
  const home = await mkdtemp(path.join(tmpdir(), 'fakturabro-servers-'))
  await chmod(home, 0o777)
  const [at, standbyAt] = [path.join(home, 'primary'), path.join(home, 'standby')]
  const [port, standbyPort] = [await freePort(), await freePort()]
  const urlOf = (of: number) => `postgres://postgres@127.0.0.1:${of}/postgres`

  await server(programs, 'initdb', '-D', at, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N')
  await settle(at, port, home)
  await start(at)
  const replica = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  await server(
    programs,
    'pg_basebackup',
    ...replica,
    '-D',
    standbyAt,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  )
  await settle(standbyAt, standbyPort, home)
  await start(standbyAt)
  // Set only when the standby is running, because a primary without its synchronous standby
  // confirms no commits.
  await ask(urlOf(port), `alter system set synchronous_standby_names = '*'`)
  await ask(urlOf(port), 'select pg_reload_conf()')
  await until('the standby to confirm commits', async () => {
    const rows = await ask(
      urlOf(port),
      `select 1 from pg_stat_replication where sync_state = 'sync'`,
    )
    return rows.length > 0
  })

  function start(folder: string) {
    return server(programs, 'pg_ctl', 'start', '-w', '-D', folder, '-l', `${folder}.log`)
  }
  return {
    primary: urlOf(port),
    standby: urlOf(standbyPort),
    killPrimary: async () => {
      const [postmaster = ''] = (await readFile(path.join(at, 'postmaster.pid'), 'utf8')).split(
        '\n',
      )
      const { stdout } = await promisify(execFile)('pgrep', ['-P', postmaster])
      // The parent process first, because it would start a recovery when a child has been killed.
      for (const pid of [postmaster, ...stdout.split('\n').filter(Boolean)]) kill(Number(pid))
    },
    promoteStandby: async () => {
      await server(programs, 'pg_ctl', 'promote', '-w', '-D', standbyAt)
    },
    stop: async () => {
      for (const folder of [at, standbyAt])
        if (existsSync(path.join(folder, 'postmaster.pid')))
          await server(programs, 'pg_ctl', 'stop', '-m', 'immediate', '-D', folder).catch(
            () => null,
          )
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function settle(folder: string, port: number, sockets: string): Promise<void> {
  const lines = [
    `port = ${port}`,
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = '${sockets}'`,
    'max_connections = 60',
    'shared_buffers = 32MB',
  ]
  await appendFile(path.join(folder, 'postgresql.conf'), `${lines.join('\n')}\n`)
}

/** Runs a server program as the user postgres, because the server refuses to run as root. */
function server(programs: string, program: string, ...args: string[]) {
  const command = [path.join(programs, program), ...args]
  const [name = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
  return promisify(execFile)(name, rest, { cwd: tmpdir() })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // The child process has already exited with its parent.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows as unknown[]
  } finally {
    await client.end()
  }
}
