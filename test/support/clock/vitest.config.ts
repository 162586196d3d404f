import path from 'node:path'
import { defineConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'

/** The usual test configuration, with a clock set to a month's end when a world is ready. */
export default defineConfig({
  ...base,
  root: path.resolve(import.meta.dirname, '../../..'),
  test: {
    ...base.test,
    projects: (base.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project
        ? {
            ...project,
            test: {
              ...project.test,
              setupFiles: [
                ...[project.test?.setupFiles ?? []].flat(),
                path.join(import.meta.dirname, 'setup.ts'),
              ],
            },
          }
        : project,
    ),
  },
})
