import path from 'node:path'
import { defineConfig } from 'vite'

const here = import.meta.dirname
const source = (file: string) => path.join(here, 'src/server', file)

/**
 * The server in few files, put over those that tsc has made of the same entries
 * (docs/decisions/0055-the-server-in-few-files.md).
 */
export default defineConfig({
  publicDir: false,
  resolve: { conditions: ['source'] },
  ssr: {
    target: 'node',
    // Libraries of several hundred modules that the loader is slow with, and what shares a state with
    // them. Every other library is imported as it is installed.
    noExternal: ['drizzle-orm', 'zod', 'fastify-type-provider-zod'],
    resolve: { conditions: ['source', 'node', 'module'] },
  },
  build: {
    ssr: true,
    outDir: process.env.BUILD_OUT ?? path.join(here, 'dist/server'),
    emptyOutDir: false,
    sourcemap: true,
    minify: false,
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
      },
    },
  },
})
