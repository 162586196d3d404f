import type { FastifyInstance } from 'fastify'

/**
 * Stops the start when a route does not say who may call it. A route gets its `access` from
 * `route()`, `publicRoute()`, `webhookRoutes()` or the short lists of pages and probes; anything
 * else was registered past the guards.
 */
export function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(
        `${String(route.method)} ${route.url} does not say who may call it: bind it with route()`,
      )
  })
}
