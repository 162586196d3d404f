import { createHash } from 'node:crypto'
import { IMPORT_PRODUCTS, type CsvDifference } from '#shared/contracts/products/csv'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import { HttpError } from '../../../platform/http-error.ts'
import { inSlices } from '../../../platform/fairness/slices.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ItemOutcome, TaskKind, Work } from '../../tasks/kind.ts'
import { startTask } from '../../tasks/start-task.ts'
import { comparable } from '../comparison/answer-comparison.ts'
import { compareLists } from '../comparison/read-comparison.ts'
import { patiently } from '../planned/patiently.ts'
import { clientsFor, SAME, writeValue } from '../planned/write-planned.ts'
import type { ProductClients } from '../writes/clients.ts'
import { planImport, type CsvPlan } from './plan.ts'
import { readFile, type FileText } from './read-file.ts'

type Value = Pick<CsvDifference, 'before' | 'after'>

const reading = new Set<string>()

/**
 * Returns the changes that the file would make, up to the maximum per import, and a version that
 * identifies all of them. Changes of more than 50 % are sorted last, because they would otherwise
 * fill the list and block the other changes when the user skips them. Sends no requests.
 * @throws HttpError 409 `file_being_read` while another file of the user is being read
 */
export async function previewFile(
  platform: Platform,
  companyId: string,
  text: FileText,
): Promise<CsvPlan & { later: number; version: string }> {
  if (reading.has(companyId))
    throw new HttpError(
      409,
      'file_being_read',
      'En annen fil leses nå. Prøv igjen når den er lest.',
    )
  reading.add(companyId)
  try {
    const { slug } = await comparable(platform, companyId)
    const lines = await readFile(text)
    const plan = await planImport(lines, await compareLists(platform.db, companyId, slug))
    return { ...plan, ...atATime(plan.differences), version: await versionOf(plan.differences) }
  } finally {
    reading.delete(companyId)
  }
}

export function atATime(differences: readonly CsvDifference[]): {
  differences: CsvDifference[]
  later: number
} {
  const ordered = differences.toSorted((a, b) => Number(a.large) - Number(b.large))
  return {
    differences: ordered.slice(0, MOST_ITEMS),
    later: Math.max(0, ordered.length - MOST_ITEMS),
  }
}

async function versionOf(differences: readonly CsvDifference[]): Promise<string> {
  const pause = inSlices()
  const hash = createHash('sha256')
  for (const one of differences) {
    await pause()
    hash.update(JSON.stringify(one))
  }
  return hash.digest('hex')
}

export interface Yes {
  version: string
  leaveOut: readonly (string | number)[]
}

/**
 * Starts importing the file, except the skipped differences.
 * @throws HttpError 409 `changed_elsewhere` when the differences have changed since they were shown
 */
export async function importFile(
  platform: Platform,
  companyId: string,
  actor: Actor,
  text: FileText,
  { version, leaveOut }: Yes,
): Promise<{ message: string; taskId: string }> {
  const { slug } = await comparable(platform, companyId)
  const plan = await previewFile(platform, companyId, text)
  if (plan.version !== version)
    throw new HttpError(
      409,
      'changed_elsewhere',
      'Noe er endret siden forskjellene ble vist. Se over dem på nytt.',
    )
  const left = new Set(
    leaveOut.flatMap((one) => (typeof one === 'string' ? one : (plan.differences[one]?.id ?? []))),
  )
  const chosen = plan.differences.filter(({ id }) => !left.has(id))
  const values: Record<string, Value> = {}
  for (const { id, before, after } of chosen) values[id] = { before, after }
  const { id: taskId } = await startTask(platform, companyId, {
    actor,
    kind: importProducts,
    parameters: { slug, values },
    items: chosen.map(({ id, name }) => ({ subject: id, title: name })),
    rule: JSON.stringify([version, [...left].toSorted()]),
  })
  return { message: `${numbers(chosen.length)} er satt i kø.`, taskId }
}

interface FileParameters extends Record<string, unknown> {
  slug: string
  values: Record<string, Value>
}

/**
 * The task that writes prices and stocks from a file. When an item is repeated, the task recognises
 * values that it has already written.
 */
export const importProducts: TaskKind<FileParameters> = {
  name: IMPORT_PRODUCTS,
  waitsForConnections: true,
  activity: 'integration',
  topics: ['products'],
  read: ({ slug, values }) => ({ slug: String(slug), values: values as Record<string, Value> }),
  title: (_, total) => `Skriv ${numbers(total)} fra fil`,
  done: (_, count) => `${numbers(count)} er skrevet`,
  run: async (platform, work) => {
    const clients = await clientsFor(platform, work)
    return patiently(platform, work.signal, (again) =>
      writeFromFile(clients, work, again || work.begunBefore !== null),
    )
  },
}

const numbers = (count: number) => (count === 1 ? '1 tall' : `${count} tall`)

async function writeFromFile(
  clients: ProductClients,
  { taskId, subject, parameters }: Work<FileParameters>,
  mayBeDone: boolean,
): Promise<ItemOutcome> {
  const [what = '', system = '', ...rest] = subject.split(':')
  const id = rest.join(':')
  const value = parameters.values[subject]
  if (!value) throw new HttpError(404, 'not_found', 'Tallet finnes ikke lenger.')
  const { before, after } = value
  const outcome = await writeValue(clients, {
    what: what === 'stock' ? 'stock' : 'price',
    to: system === 'fiken' ? { system, productId: Number(id) } : { system: 'servicem8', uuid: id },
    value: after,
    expected: before,
    by: 'import',
    taskId,
    ...(mayBeDone ? { lost: { before } } : {}),
  })
  if (outcome === 'moved')
    return { status: 'left_alone', message: 'Er endret i mellomtiden, og er ikke skrevet.' }
  return outcome === 'same' && !mayBeDone ? SAME : { status: 'done', message: 'Skrevet.' }
}
