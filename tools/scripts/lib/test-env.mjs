import path from 'node:path'
import { productVariables } from './env.mjs'
import { root } from './paths.mjs'
import { toolEnv } from './run.mjs'

const KEPT_VARIABLES = new Set(['CHROME_PATH', 'FIKEN_OPENAPI', 'SERVICEM8_OPENAPI'])

/**
 * Returns the environment of the tests: none of the product's own variables leaks in from the
 * shell, or a test could talk to a real vendor or write to a real database.
 * @param {string} [size] the choice of tests, and the extent of each (test/sizes.ts); absent =
 *   everything
 * @param {string} [database] the PostgreSQL server below which tests create databases of their own;
 *   absent = the embedded one
 */
export function testEnv(size, database) {
  // Each test file is a process, and many start the product as another: they share what has been
  // compiled.
  const env = toolEnv({
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
  })
  for (const name of productVariables()) if (!KEPT_VARIABLES.has(name)) delete env[name]
  for (const [name, value] of Object.entries({ TEST_SIZE: size, TEST_DATABASE_URL: database })) {
    if (value) env[name] = value
    else delete env[name]
  }
  return env
}
