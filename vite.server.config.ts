import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname
const source = (file: string) => path.join(here, 'src/server', file)

/**
 * Packages imported as installed instead of bundled, because they load files beside them or are
 * never needed here.
 */
const APART = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'sharp',
  // Fastify's own compilers, which platform/http/openapi.ts replaces, and the library that Fastify
  // uses to simulate requests in tests.
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

/**
 * Libraries imported by other libraries for features that we do not use, with the imported names.
 */
const LEFT_OUT: Partial<Record<string, string[]>> = {
  // Used by @fastify/static to register a route for each file.
  glob: ['glob'],
  // Used by pg-boss for schedules according to RFC 5545.
  'rrule-temporal': ['RRuleTemporal'],
  // Used by @fastify/swagger for documents in YAML.
  yaml: ['stringify'],
}

/**
 * Bundles the server into few files, which replace tsc's output of the same entries
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
        // Like tsc's maps: `npm start` keeps the maps in memory, and the source is beside dist.
        sourcemapExcludeSources: true,
        // V8 keeps the text of loaded files in memory. The licences are in node_modules, which is
        // shipped.
        comments: false,
        charset: 'ascii',
        minify: {
          compress: { keepNames: { function: true, class: true }, sequences: false },
          // Keeps function and class names for stack traces.
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
 * Fails the build if a file is not ASCII: one other character makes V8 store every character of
 * that file in two bytes. The build writes such characters as escapes everywhere except in tagged
 * templates.
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
