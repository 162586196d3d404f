import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { examine } from './doctor/doctor.ts'
import { written } from './doctor/finding.ts'
import { operate, type OperatorRequest } from './operator.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, type Environment, readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/database.ts'
import { MIGRATIONS } from './platform/installed.ts'
import { createLog } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { askOperatorSocket, type Say } from './platform/operator-socket.ts'
import { createVault } from './platform/vault.ts'

const USAGE = `Operator commands, with the same environment as the product:

  node dist/cli.js migrate                   brings the database up to date
  node dist/cli.js grant-admin <e-mail>      makes an account an administrator's
  node dist/cli.js reset-factor <e-mail>     takes away a second factor that was lost
  node dist/cli.js rotate-key                seals what APP_SECRET_FORMER sealed with APP_SECRET
  node dist/cli.js restored                  says that the database was replaced by a backup
  node dist/cli.js export <e-mail> <file>    writes everything stored of a user as JSON, without secrets
  node dist/cli.js doctor                    says what is wrong with this installation, and how to fix it
`

export interface Terminal {
  out(text: string): void
  err(text: string): void
}

type Asked = { request: OperatorRequest; file?: string }

/**
 * Runs one command line.
 * @returns the exit code: 0 for success, 1 for failure, 2 for an invalid command
 */
export async function runOperator(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  if (args[0] === 'doctor' && args.length === 1) {
    const findings = await examine(environment)
    terminal.out(`${written(findings)}\n`)
    return findings.some(({ level }) => level === 'problem') ? 1 : 0
  }
  const asked = understand(args)
  if (!asked) {
    terminal.err(USAGE)
    return 2
  }
  try {
    const config = readConfig(environment)
    const { request, file } = asked
    const ask = (say: Say) => carryOut(config, request, say)
    terminal.out(`${file === undefined ? await ask(nothing) : await writeExport(file, ask)}\n`)
    return 0
  } catch (error) {
    terminal.err(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

function understand([command, ...rest]: readonly string[]): Asked | null {
  const [first, second] = rest
  if (command === 'migrate' || command === 'rotate-key' || command === 'restored')
    return rest.length === 0 ? { request: { command } } : null
  if (command === 'grant-admin' || command === 'reset-factor')
    return first && rest.length === 1 ? { request: { command, email: first } } : null
  if (command !== 'export' || !first || !second || rest.length !== 2) return null
  return { request: { command, email: first }, file: second }
}

/**
 * Runs the command in the process that has the embedded database open, if there is one; otherwise
 * in this process.
 */
async function carryOut(config: Config, request: OperatorRequest, say: Say): Promise<string> {
  if (!config.databaseUrl) {
    const answer = await askOperatorSocket(config.dataDir, request, say)
    if (answer !== null) return answer
    if (request.command !== 'migrate' && !existsSync(path.join(config.dataDir, 'database')))
      throw new Error(
        `There is no database under ${config.dataDir}. DATA_DIR and DATABASE_URL say where it is.`,
      )
  }
  const log = createLog('warn')
  const database = await openDatabase({
    url: config.databaseUrl,
    folder: config.dataDir,
    migrations: MIGRATIONS,
    log,
    poolSize: 2,
  })
  const mail = createMailer(config)
  try {
    const vault = createVault(
      config.appSecret,
      config.formerAppSecret ? [config.formerAppSecret] : [],
    )
    const platform = { config, db: database.db, vault, clock: systemClock, log, mail }
    return await operate(platform, request, say)
  } finally {
    mail.close()
    await database.close()
  }
}

const nothing: Say = () => Promise.resolve()

const rowsPart = z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })

/**
 * Writes the parts of an export to a file as they arrive, as `{"format": …, "tables": {"users": [ …
 * ], …}}`. The file is readable only by its owner. Never overwrites a file, and deletes an
 * incomplete one.
 * @returns the sentence from `ask`, and the file's path
 */
async function writeExport(file: string, ask: (say: Say) => Promise<string>): Promise<string> {
  const target = path.resolve(file)
  const output = await open(target, 'wx', 0o600).catch((cause: unknown) => {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    throw new Error(
      exists ? `${target} exists already; nothing was written.` : `${target} cannot be written.`,
      { cause },
    )
  })
  try {
    let table = ''
    let first = true
    await output.write('{"format":"fakturabro-export/1","tables":{')
    const sentence = await ask(async (said) => {
      const part = rowsPart.parse(said)
      if (part.table !== table) {
        await output.write(`${table ? '],' : ''}\n${JSON.stringify(part.table)}:[`)
        table = part.table
        first = true
      }
      for (const row of part.rows) {
        await output.write(`${first ? '' : ','}\n${JSON.stringify(row)}`)
        first = false
      }
    })
    await output.write(`${table ? ']' : ''}\n}}\n`)
    await output.sync()
    await output.close()
    return `${sentence} They lie in ${target}.`
  } catch (error) {
    await output.close().catch(() => undefined)
    await rm(target, { force: true })
    throw error
  }
}
