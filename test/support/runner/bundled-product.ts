import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { PREPARED } from '../world/prepared.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** Folder for the bundle, inside the repository, so that the product finds its migrations. */
const RESULTS = path.join(ROOT, 'test-results')

/**
 * Bundles product-process.ts into a few files, as the build does with the server. Tests start the
 * process hundreds of times, and a start from source takes five times as much processor time.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Every test project runs this setup, and all of them share the first bundle.
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
        // Built in addition to the server's own entries, because it shares code with them.
        input: { product: path.join(ROOT, 'test/support/world/product-process.ts') },
      },
    },
  })
  process.env[PREPARED.product] = path.join(folder, 'product.js')
  return () => rm(folder, { recursive: true, force: true })
}
