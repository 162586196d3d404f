import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/**
 * What the product's server does in production: `/` is the landing page without a session and the app with one; every other path
 * that is no file is the app's.
 */
function pages(): Plugin {
  return {
    name: 'pages',
    configureServer(dev) {
      dev.middlewares.use((request, _response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://dev')
        const navigation = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
        if (navigation && !path.extname(pathname) && !pathname.startsWith('/api/')) {
          const session = /(?:^|;\s*)sid=/.test(request.headers.cookie ?? '')
          const page = pathname === '/oauth/complete' ? 'oauth-complete' : pathname === '/' && !session ? 'landing' : 'app'
          request.url = `/${page}.html`
        }
        next()
      })
    },
  }
}

export default defineConfig({
  root: path.join(here, 'src/web'),
  plugins: [react(), tailwindcss(), pages()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  server: { port: 5173, strictPort: true, proxy: { '/api/': server } },
  build: {
    outDir: process.env.BUILD_OUT ?? path.join(here, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    // Every browser that runs this product knows modulepreload; the polyfill would be a fifth of the landing page's script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        landing: path.join(here, 'src/web/landing.html'),
        app: path.join(here, 'src/web/app.html'),
        'oauth-complete': path.join(here, 'src/web/oauth-complete.html'),
      },
    },
  },
})
