import type { FastifyInstance } from 'fastify'
import { expireAccess, revokeSubject } from '../http/oauth-store.ts'
import { FAULT_KINDS, type NewFault } from '../http/faults.ts'
import { resetWorld } from '../seed/reset.ts'
import { mergeSettings } from '../world/settings.ts'
import type { World } from '../world/world.ts'
import { bodyOf, missing } from './control-jobs.ts'
import { paramOf } from './parts.ts'

export function registerControl(
  app: FastifyInstance,
  world: World,
  env: () => Record<string, string>,
): void {
  app.get('/api/health', async () => ({ ok: true }))
  app.get('/api/env', async () => env())

  app.post('/api/reset', async (request) => {
    resetWorld(world, bodyOf(request)['world'] === 'empty' ? 'empty' : 'plumber')
    return { ok: true }
  })

  app.get('/api/ledger', async (request) => {
    const query = request.query as Record<string, string | undefined>
    const { ledger } = world
    const limit = Number(query['limit'] ?? 1000)
    const entries = ledger.entries.filter(
      (entry) => !query['vendor'] || entry.vendor === query['vendor'],
    )
    return {
      ...ledger.summary(),
      entries: entries.slice(-limit),
      drafts: ledger.draftsCreated,
      invoices: ledger.invoicesCreated,
      deliveries: ledger.webhooks,
    }
  })
  app.get('/api/ledger/summary', async () => world.ledger.summary())
  app.delete('/api/ledger', async () => {
    world.ledger.reset()
    return { ok: true }
  })
  app.put('/api/ledger/capture', async (request) => {
    world.ledger.capture = bodyOf(request)['on'] === true
    return { ok: true }
  })

  app.get('/api/faults', async () => world.faults.rules)
  app.post('/api/faults', async (request, reply) => {
    const fault = bodyOf(request) as unknown as NewFault
    if (!FAULT_KINDS.includes(fault.kind))
      return reply.code(400).send({ message: `kind must be one of ${FAULT_KINDS.join(', ')}` })
    return reply.code(201).send(world.faults.add(fault))
  })
  app.post('/api/faults/catch-up', async () => {
    world.faults.catchUp()
    return { ok: true }
  })
  app.delete('/api/faults', async () => {
    world.faults.clear()
    return { ok: true }
  })
  app.delete('/api/faults/:id', async (request, reply) =>
    world.faults.remove(Number(paramOf(request, 'id'))) ? { ok: true } : missing(reply),
  )

  app.get('/api/settings', async () => world.settings)
  app.put('/api/settings', async (request) => {
    mergeSettings(world.settings, request.body)
    world.touch()
    return world.settings
  })

  app.post('/api/tokens/:act', async (request, reply) => {
    const { vendor, who } = bodyOf(request)
    const act = paramOf(request, 'act')
    if ((vendor !== 'servicem8' && vendor !== 'fiken') || (act !== 'expire' && act !== 'revoke'))
      return missing(reply)
    const { oauth } = world.state[vendor]
    const subjects =
      typeof who === 'string' && who !== ''
        ? [who]
        : Object.values(oauth.grants).map((grant) => grant.subject)
    for (const subject of subjects)
      (act === 'expire' ? expireAccess : revokeSubject)(oauth, subject)
    world.touch()
    return { ok: true, subjects: subjects.length }
  })

  app.get('/api/mails', async (request) => {
    const { to } = request.query as Record<string, string | undefined>
    return world.state.mails.filter((mail) => !to || mail.to.includes(to))
  })
  app.delete('/api/mails', async () => {
    world.state.mails = []
    world.touch()
    return { ok: true }
  })
}
