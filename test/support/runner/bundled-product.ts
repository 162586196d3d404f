import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { PREPARED } from '../world/prepared.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** Below the product's folder, from which the search for its migrations goes upwards. */
const RESULTS = path.join(ROOT, 'test-results')

/**
 * Bundles product-process.ts into few files, as the build does with the server. Tests start it
 * hundreds of times, and from source each start takes five times as much of a processor.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Each project asks for it, and all of them share one.
  if (process.env[PREPARED.product]) return undefined
  await mkdir(RESULTS, { recursive: true })
  const folder = await mkdtemp(path.join(RESULTS, 'product-'))
  await build({
    configFile: path.join(ROOT, 'vite.server.config.ts'),
    logLevel: 'warn',
    build: {
      outDir: folder,
      sourcemap: false,
      rolldownOptions: {
        // Beside the server's own entries, with which it shares its code.
        input: { product: path.join(ROOT, 'test/support/world/product-process.ts') },
      },
    },
  })
  process.env[PREPARED.product] = path.join(folder, 'product.js')
  return () => rm(folder, { recursive: true, force: true })
}
