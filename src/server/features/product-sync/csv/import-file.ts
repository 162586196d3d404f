import { createHash } from 'node:crypto'
import { IMPORT_PRODUCTS, type CsvDifference } from '#shared/contracts/products/csv'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ItemOutcome, TaskKind, Work } from '../../tasks/kind.ts'
import { startTask } from '../../tasks/start-task.ts'
import { comparable } from '../comparison/answer-comparison.ts'
import { compareLists } from '../comparison/read-comparison.ts'
import { productClients, type ProductClients } from '../writes/clients.ts'
import { productFailure } from '../writes/failure.ts'
import { writePrice } from '../writes/write-price.ts'
import { writeOneStock } from '../writes/write-one-stock.ts'
import { planImport, type CsvPlan } from './plan.ts'
import { readFile } from './read-file.ts'

type Value = Pick<CsvDifference, 'before' | 'after'>

/** What the file would change, and a name for just that. Makes no calls. */
export async function previewFile(
  platform: Platform,
  userId: string,
  text: string,
): Promise<CsvPlan & { version: string }> {
  const { slug } = await comparable(platform, userId)
  const lines = readFile(text)
  const plan = planImport(lines, await compareLists(platform.db, userId, slug))
  return { ...plan, version: versionOf(plan.differences) }
}

const versionOf = (differences: readonly CsvDifference[]) =>
  createHash('sha256').update(JSON.stringify(differences)).digest('hex')

/**
 * Has the file written, without what is left out.
 *
 * @throws HttpError 409 `changed_elsewhere` when the differences are not those that were shown
 */
export async function importFile(
  platform: Platform,
  userId: string,
  {
    csv,
    version,
    leaveOut = [],
  }: { csv: string; version: string; leaveOut?: string[] | undefined },
): Promise<{ message: string; taskId: string }> {
  const plan = await previewFile(platform, userId, csv)
  if (plan.version !== version)
    throw new HttpError(
      409,
      'changed_elsewhere',
      'Noe er endret siden forskjellene ble vist. Se over dem på nytt.',
    )
  const left = new Set(leaveOut)
  const chosen = plan.differences.filter(({ id }) => !left.has(id))
  const values: Record<string, Value> = {}
  for (const { id, before, after } of chosen) values[id] = { before, after }
  const { id: taskId } = await startTask(platform, userId, {
    kind: importProducts,
    parameters: { values },
    items: chosen.map(({ id, name }) => ({ subject: id, title: name })),
    rule: JSON.stringify([version, [...left].toSorted()]),
  })
  return { message: `${numbers(chosen.length)} er satt i kø.`, taskId }
}

/** A price or a stock from a file. Doing it twice is harmless: it is there already then. */
export const importProducts: TaskKind<{ values: Record<string, Value> }> = {
  name: IMPORT_PRODUCTS,
  activity: 'integration',
  topics: ['products'],
  read: ({ values }) => ({ values: values as Record<string, Value> }),
  title: (_, total) => `Skriv ${numbers(total)} fra fil`,
  done: (_, count) => `${numbers(count)} er skrevet`,
  run: async (platform, work) => {
    try {
      const clients = await productClients(platform, work.userId, { signal: work.signal })
      return await writeValue(platform, clients, work)
    } catch (error) {
      throw work.signal.aborted ? error : productFailure(error)
    }
  },
}

const numbers = (count: number) => (count === 1 ? '1 tall' : `${count} tall`)

async function writeValue(
  platform: Platform,
  clients: ProductClients,
  { userId, subject, parameters }: Work<{ values: Record<string, Value> }>,
): Promise<ItemOutcome> {
  const [what = '', system = '', ...rest] = subject.split(':')
  const id = rest.join(':')
  const value = parameters.values[subject]
  if (!value) throw new HttpError(404, 'not_found', 'Tallet finnes ikke lenger.')
  const { before: expected, after } = value
  const to =
    system === 'fiken'
      ? ({ system, productId: Number(id) } as const)
      : ({ system: 'servicem8', uuid: id } as const)
  if (what === 'stock') {
    const stock = { to, stock: after, expected, by: 'import' } as const
    return outcomeOf((await writeOneStock(platform, userId, clients, stock)) === 'moved')
  }
  const price = { to, price: after, expected, evenIfLarge: true, by: 'import' } as const
  const { kind } = await writePrice(platform, userId, clients, price)
  return outcomeOf(kind === 'moved')
}

const outcomeOf = (moved: boolean): ItemOutcome =>
  moved
    ? { status: 'left_alone', message: 'Er endret i mellomtiden, og er ikke skrevet.' }
    : { status: 'done', message: 'Skrevet.' }
