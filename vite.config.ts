import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import {
  contractsWithoutSchemas,
  offlineWorker,
  scriptsOfScreens,
  scriptsOfStart,
  themeBeforePaint,
} from './vite.plugins.ts'

const here = import.meta.dirname
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/**
 * Modules that pages without React need themselves, and the app's first lines, which import the
 * rest.
 */
const APART =
  /\/web\/(?:landing|oauth|offline|lib\/(?:price|operator)|app\/main|[\w-]+\.html)|\/shared\/access\/consent|\.css$/

/**
 * Modules of overlays above a screen (ui/overlays.ts) and of form checks; neither is visible at
 * first.
 */
const OVERLAYS =
  /\/ui\/(?:overlay-parts|panels|hovering|Menu|Toaster)\.tsx?|\/node_modules\/(?:@?radix-ui|@floating-ui|aria-hidden|react-remove-scroll[\w-]*|react-style-singleton|use-callback-ref|use-sidecar)\//
const FORMS =
  /\/shared\/(?:forms\/|fields)|\/web\/lib\/form\.ts|\/node_modules\/(?:zod|react-hook-form)\//

/** Long texts that only few screens, or few users, are shown. */
const WORDY = /\/shared\/discrepancies|\/access\/(?:role-refusal|AskOwner)/

/** What only the screens about the log-in and its companies say and ask. */
const ACCOUNT = /\/shared\/(?:access\/role-names|contracts\/(?:account\/members|profile))/

/** What writes files, which half of the screens do. */
const DOWNLOADS = /\/shared\/csv\/|\/web\/lib\/save-file/

/**
 * Modules that belong to no feature: components, helpers, contracts, icons. And small ones of
 * features, so that a screen does not need another feature's file for them.
 */
const PARTS =
  /\/src\/(?:shared|web\/(?:ui|lib))\/|\/lucide-react\/|\/features\/(?:collective\/list-query|customers\/choose\/(?:CustomerChoice\.|asked))/
const isPart = (id: string) =>
  PARTS.test(id) &&
  ![APART, OVERLAYS, FORMS, WORDY, ACCOUNT, DOWNLOADS].some((others) => others.test(id))

/**
 * Imitates the production server's pages: `/` is the landing page without a session and the app
 * with one; every other path that is not a file belongs to the app.
 */
function pages(): Plugin {
  return {
    name: 'pages',
    configureServer(dev) {
      dev.middlewares.use((request, _response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://dev')
        const navigation =
          request.method === 'GET' && request.headers.accept?.includes('text/html') === true
        if (navigation && !path.extname(pathname) && !pathname.startsWith('/api/')) {
          const session = /(?:^|;\s*)sid=/.test(request.headers.cookie ?? '')
          const page =
            pathname === '/oauth/complete'
              ? 'oauth-complete'
              : pathname === '/' && !session
                ? 'landing'
                : 'app'
          request.url = `/${page}.html`
        }
        next()
      })
    },
  }
}

export default defineConfig({
  root: path.join(here, 'src/web'),
  plugins: [
    react(),
    tailwindcss(),
    pages(),
    themeBeforePaint(),
    scriptsOfStart(),
    scriptsOfScreens(),
    contractsWithoutSchemas(),
    offlineWorker(),
  ],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  server: { port: 5173, strictPort: true, proxy: { '/api/': server } },
  build: {
    outDir: process.env.BUILD_OUT ?? path.join(here, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // All browsers that run this product know modulepreload, and the polyfill would be a fifth of
    // the landing page's script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        landing: path.join(here, 'src/web/landing.html'),
        app: path.join(here, 'src/web/app.html'),
        // The module that app/main.ts imports after the first paint, with all its imports.
        start: path.join(here, 'src/web/app/start.tsx'),
        'oauth-complete': path.join(here, 'src/web/oauth-complete.html'),
        offline: path.join(here, 'src/web/offline.html'),
        busy: path.join(here, 'src/web/busy.html'),
      },
      output: {
        // Few files, because each costs a round trip on a phone's network: two for what every
        // screen needs, and as few as possible for what some screens share.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        codeSplitting: {
          groups: [
            // The helper with which app/main.ts imports the rest; without this group, it would be
            // part of the rest.
            { name: 'import', test: /preload-helper/, priority: 2 },
            { name: 'money', test: /\/shared\/(?:money|counts)/, priority: 1 },
            // A separate file, which stays in the browser's cache when we release a new version.
            {
              name: 'react',
              test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//,
              priority: 1,
            },
            // The contracts import these modules too, but only for the server.
            { name: 'forms', test: FORMS, priority: 1 },
            { name: 'shell', tags: ['$initial'], test: (id) => !APART.test(id) },
            // Must come before the overlays, which use some of the same modules.
            { name: 'tabs', test: /\/ui\/Tabs\.tsx/ },
            // Apart from the parts, because no screen needs it at first.
            { name: 'combo-field', test: /\/ui\/ComboField/ },
            // Apart from the parts, because one screen and its dialogs share them.
            {
              name: 'products',
              test: /\/(?:features|contracts)\/products\/|\/shared\/planned-write/,
              minShareCount: 2,
            },
            // What only users with several companies load.
            { name: 'companies', test: /\/several-companies/ },
            { name: 'account', test: ACCOUNT, minShareCount: 2 },
            { name: 'downloads', test: DOWNLOADS, minShareCount: 2 },
            // Modules that several screens share, as two files instead of thirty.
            {
              name: 'parts',
              test: isPart,
              minShareCount: 2,
            },
            // Must come before the groups below, which would take it along into their screens.
            { name: 'kept', test: /\/features\/kept-edits\// },
            // Apart from the jobs, which the products and the import do not need.
            { name: 'tasks', test: /\/features\/tasks\//, minShareCount: 2 },
            { name: 'jobs', test: /\/features\/transfers\//, minShareCount: 2 },
            { name: 'settings', test: /\/features\/configuration\//, minShareCount: 2 },
            { name: 'overlays', test: OVERLAYS },
          ],
        },
      },
    },
  },
})
