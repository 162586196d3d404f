import path from 'node:path'
import { productVariables } from './env.mjs'
import { root } from './paths.mjs'
import { toolEnv } from './run.mjs'

const KEPT_VARIABLES = new Set([
  'CHROME_PATH',
  'TEST_DATABASE_URL',
  'FIKEN_OPENAPI',
  'SERVICEM8_OPENAPI',
])

/**
 * The environment of the tests: none of the product's own variables leaks in from the shell, or a
 * test could talk to a real vendor or write to a real database. A DATABASE_URL therefore becomes
 * TEST_DATABASE_URL, below which tests make databases of their own.
 */
export function testEnv() {
  // Each test file is a process, and many start the product as another: what one has compiled the
  // next need not compile.
  const env = toolEnv({
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
  })
  if (!env.TEST_DATABASE_URL && env.DATABASE_URL) env.TEST_DATABASE_URL = env.DATABASE_URL
  for (const name of productVariables()) if (!KEPT_VARIABLES.has(name)) delete env[name]
  if (!env.TEST_DATABASE_URL) delete env.TEST_DATABASE_URL
  return env
}
