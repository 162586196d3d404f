import { previewProductFile } from '#shared/contracts/products/csv'
import { delaysAtRest, delaysDuring, described, heldAgainst } from './support/delays.ts'
import { fillProducts } from './support/filled-lists.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED } from './support/world.ts'

const HEAD = 'Varenummer;Pris i Fiken uten MVA;Lager i Fiken\n'

/**
 * Measures the longest time that the main thread is blocked while four users repeatedly have files
 * of the allowed size read: some designed to be slow, and one as large as a whole product list. One
 * of the four users has ten thousand products in both systems.
 */
export async function productFile(stage: Stage) {
  const size = stage.smoke
    ? { people: 1, rounds: 1, bytes: 20_000, lines: 100 }
    : { people: 4, rounds: 3, bytes: 3_900_000, lines: 20_000 }
  return stage.inWorld({ ...UNPACED, tickMs: 86_400_000 }, async (world) => {
    const people = await world.customers(size.people)
    const [shopkeeper] = people
    if (shopkeeper) await fillProducts(world, shopkeeper, size.lines / 2)
    const idle = await delaysAtRest(world, stage)
    const long = (n: number) => `P-${n};${n % 1_000},50;${n % 77}${' '.repeat(170)}\n`
    const results = []
    for (const [name, status, text] of [
      ['short lines', 400, HEAD + ';\n'.repeat(size.bytes / 2)],
      ['empty lines', 400, HEAD + '\n'.repeat(size.bytes)],
      [
        `${size.lines.toLocaleString('en')} lines`,
        200,
        HEAD + Array.from({ length: size.lines }, (_, n) => long(n)).join(''),
      ],
    ] as const) {
      const file = new Blob([text], { type: 'text/csv' })
      const started = performance.now()
      const busy = await delaysDuring(world, () =>
        Promise.all(
          people.map(async ({ visitor }) => {
            for (let round = 0; round < size.rounds; round += 1) {
              const answer = await visitor.tryCall(previewProductFile, { file })
              // The smoke test's files are too small to be refused.
              if (answer.status !== status && !stage.smoke)
                throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
            }
          }),
        ),
      )
      const seconds = (performance.now() - started) / 1_000
      stage.say(
        `${name}, ${size.people * size.rounds} files of ${(text.length / 1e6).toFixed(1)} MB: ${seconds.toFixed(1)} s, ${described(busy)}`,
      )
      results.push(...heldAgainst(`products from files, ${name}`, busy, idle))
    }
    return results
  })
}
