import path from 'node:path'
import { defineConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'

/**
 * The usual configuration, but with the clock set to the end of a month when a test file's world is
 * ready.
 */
export default defineConfig({
  ...base,
  root: path.resolve(import.meta.dirname, '../../..'),
  test: {
    ...base.test,
    projects: (base.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project
        ? {
            ...project,
            test: { ...project.test, setupFiles: [path.join(import.meta.dirname, 'setup.ts')] },
          }
        : project,
    ),
  },
})
