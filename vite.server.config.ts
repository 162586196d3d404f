import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname
const source = (file: string) => path.join(here, 'src/server', file)

/** Imported as they are installed: with files of their own beside them, or never needed here. */
const APART = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'sharp',
  // Fastify's own, in whose place platform/http/openapi.ts is; and what its tests would call it by.
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

/** What libraries import for something that is not asked of them here, and what they call of it. */
const LEFT_OUT: Partial<Record<string, string[]>> = {
  // @fastify/static, to make a route of each file.
  glob: ['glob'],
  // pg-boss, for schedules by RFC 5545.
  'rrule-temporal': ['RRuleTemporal'],
  // @fastify/swagger, for a document in YAML.
  yaml: ['stringify'],
}

/**
 * The server in few files, put over those that tsc has made of the same entries
 * (docs/decisions/0055-the-server-in-few-files.md).
 */
export default defineConfig({
  publicDir: false,
  plugins: [leaveOut(), refuseWideCharacters()],
  resolve: { conditions: ['source'] },
  ssr: {
    target: 'node',
    noExternal: true,
    external: APART,
    resolve: { conditions: ['source', 'node', 'module'] },
  },
  build: {
    ssr: true,
    outDir: process.env.BUILD_OUT ?? path.join(here, 'dist/server'),
    emptyOutDir: false,
    sourcemap: true,
    reportCompressedSize: false,
    target: 'es2024',
    rolldownOptions: {
      input: {
        compose: source('compose.ts'),
        life: source('life.ts'),
        'operator-console': source('operator-console.ts'),
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
        // Like tsc's. `npm start` keeps the maps in memory, and the source is beside dist.
        sourcemapExcludeSources: true,
        // V8 keeps the text of what it has loaded. The licences are in node_modules, which is shipped.
        comments: false,
        charset: 'ascii',
        minify: {
          compress: { keepNames: { function: true, class: true }, sequences: false },
          // An error names the functions that it came through.
          mangle: { keepNames: { function: true, class: true } },
        },
      },
    },
  },
})

function leaveOut(): Plugin {
  const prefix = '\0left out: '
  return {
    name: 'leave-out',
    enforce: 'pre',
    resolveId: (id) => (id in LEFT_OUT ? prefix + id : null),
    load(id) {
      const library = id.slice(prefix.length)
      const called = id.startsWith(prefix) ? LEFT_OUT[library] : undefined
      return called
        ?.map(
          (name) =>
            `export function ${name}() { throw new Error('${library} is not in the bundle') }`,
        )
        .join('\n')
    },
  }
}

/**
 * One character beyond ASCII makes two bytes of every character of its file in V8's memory. The build
 * writes them as escapes everywhere but in templates that a function is called with.
 */
function refuseWideCharacters(): Plugin {
  return {
    name: 'refuse-wide-characters',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const at = file.type === 'chunk' ? file.code.search(/[^\0-\x7f]/) : -1
        if (file.type === 'chunk' && at >= 0)
          this.error(
            `${file.fileName} is not ASCII: ${file.code.slice(Math.max(0, at - 80), at + 1)}`,
          )
      }
    },
  }
}
