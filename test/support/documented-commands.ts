import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Runs a block of commands of docs/backup.md as it stands: what the document says is what is
 * tested.
 *
 * @param name the word after "sh" where the block begins
 * @throws when a command fails, or there is no such block
 */
export async function runDocumented(name: string, env: Record<string, string>): Promise<void> {
  const text = await readFile('docs/backup.md', 'utf8')
  const block = new RegExp(`^\`\`\`sh ${name}\n([^]*?)^\`\`\``, 'm').exec(text)?.[1]
  if (!block) throw new Error(`docs/backup.md has no commands ${name}`)
  await promisify(execFile)('sh', ['-ec', block], { env: { ...process.env, ...env } })
}
