import path from 'node:path'
import { productVariables } from './env.mjs'
import { root } from './paths.mjs'
import { toolEnv } from './run.mjs'

const KEPT_VARIABLES = new Set(['CHROME_PATH', 'FIKEN_OPENAPI', 'SERVICEM8_OPENAPI'])

/**
 * Returns the environment of the tests. It has none of the product's variables from the shell,
 * because a test could otherwise call a real vendor or write to a real database.
 * @param {string} [size] which tests run, and how extensively (test/sizes.ts); absent = all
 * @param {string} [database] the PostgreSQL server on which tests create their own databases;
 *   absent = the embedded database
 */
export function testEnv(size, database) {
  // Each test file is a process, and many start the product as another process; all share compiled
  // code through this cache.
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
