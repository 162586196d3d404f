import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Say } from './platform/operator-socket.ts'

const rowsPart = z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })

/**
 * Writes the parts of an export as they come: `{"format": …, "tables": {"users": [ … ], …}}`,
 * readable by its owner only. Never over a file that exists, and nothing half written stays.
 *
 * @returns what `ask` answers
 */
export async function writeExport(
  file: string,
  ask: (say: Say) => Promise<string>,
): Promise<string> {
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
