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
 * Makes the declarations work: input is validated by them, and answers are stripped to them. Fastify
 * is given it when it is made, because it loads a validator and a serializer of its own otherwise.
 */
export const byDeclaration = {
  compilersFactory: { buildValidator: () => validate, buildSerializer: () => serializerCompiler },
  // In Fastify's types there are no schemas but JSON's here.
} as unknown as FastifyServerOptions['schemaController']

const validate: FastifySchemaCompiler<z.ZodMiniType> = (route) => {
  const check = validatorCompiler(route)
  // Fastify hands over null where nothing was sent; to a contract that is a part left out.
  return (data) => check(data ?? undefined)
}

/**
 * Lets GET /api/openapi.json be written from the declarations. Call it before any route is
 * registered.
 */
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
