import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import {
  createJsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { sessionCookieAt } from './caller.ts'

/**
 * Makes Fastify validate input against the contracts and strip undeclared keys from responses. Must
 * be passed when Fastify is created; otherwise Fastify loads its own validator and serializer.
 */
export const byDeclaration = {
  compilersFactory: { buildValidator: () => validate, buildSerializer: () => serializerCompiler },
  // Fastify's types allow only JSON schemas here.
} as unknown as FastifyServerOptions['schemaController']

const validate: FastifySchemaCompiler<z.ZodMiniType> = (route) => {
  const check = validatorCompiler(route)
  // Fastify passes null for an absent part, but the contracts expect undefined.
  return (data) => check(data ?? undefined)
}

/** Reads the contracts into the OpenAPI document. Must be called before any route is registered. */
export async function readDeclarations(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fakturabro',
        version: '1',
        description:
          'Fra fullført jobb i ServiceM8 til fakturautkast i Fiken. Feil svarer {message, code} på norsk.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookieAt({ publicUrl }) },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
}

export function serveDocument(app: FastifyInstance): void {
  app.get('/api/openapi.json', { config: { access: 'open' }, schema: { hide: true } }, () =>
    app.swagger(),
  )
}
