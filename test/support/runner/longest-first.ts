import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const RECORD = path.join(import.meta.dirname, 'durations.json')

/**
 * Runs the test files that take longest first, so that no long file runs alone at the end.
 * Durations come from durations.json, which `npm test -- --record` writes: Vitest's own do not
 * include loading a file, in which most files start their world. Unknown files run first.
 */
export default class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, number>
    const seconds = (file: TestSpecification) =>
      recorded[path.relative(this.ctx.config.root, file.moduleId)] ?? Infinity
    const known = new Map(files.map((file) => [file, seconds(file)]))
    const longer = (one: TestSpecification, other: TestSpecification) =>
      (known.get(other) ?? 0) - (known.get(one) ?? 0) || 0
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return Promise.resolve(
      [...files].sort((one, other) => order(one) - order(other) || longer(one, other)),
    )
  }
}
