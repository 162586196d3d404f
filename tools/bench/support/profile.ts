import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'

/** Processor time by owner of the code, as shares of all samples that were not idle. */
export type Shares = Record<string, number>

let session: Session | null = null

export async function startProfile(): Promise<void> {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
}

export async function endProfile(): Promise<Shares> {
  if (!session) return {}
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  session = null
  return sharesOf(profile)
}

function sharesOf({ nodes, samples = [] }: Profiler.Profile): Shares {
  const owners = new Map(nodes.map((node) => [node.id, ownerOf(node.callFrame)]))
  const counts: Record<string, number> = {}
  for (const sample of samples) {
    const owner = owners.get(sample) ?? 'unknown'
    if (owner !== 'idle') counts[owner] = (counts[owner] ?? 0) + 1
  }
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return Object.fromEntries(
    Object.entries(counts)
      .sort(([, one], [, other]) => other - one)
      .map(([owner, count]) => [owner, count / all]),
  )
}

function ownerOf({ functionName, url }: { functionName: string; url: string }): string {
  if (functionName === '(idle)') return 'idle'
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)' || functionName === '(root)')
    return 'node: native and system calls'
  if (url.startsWith('wasm:')) return 'PostgreSQL inside (WebAssembly)'
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (library) return LIBRARIES[library] ?? 'other libraries'
  if (/undici/.test(url)) return 'node: fetch'
  if (url.startsWith('node:')) return 'node: its own modules'
  const zone = /src\/(?:server\/)?([^/]+)\/([^/]+)/.exec(url)
  if (zone) return `ours: ${zone[1]}${zone[1] === 'features' ? `/${zone[2]}` : ''}`
  return 'node: native and system calls'
}

const LIBRARIES: Record<string, string> = {
  '@electric-sql/pglite': 'PGlite (JavaScript side)',
  'drizzle-orm': 'drizzle-orm',
  pg: 'pg',
  'pg-protocol': 'pg',
  'pg-pool': 'pg',
  'pg-types': 'pg',
  fastify: 'fastify',
  zod: 'zod',
}
