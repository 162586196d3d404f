import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/collective'
import { formatLongDate } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import { route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { choose, endChoice } from '../../collective/choose.ts'
import { choiceOf, choicesOf } from '../../collective/queries.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { wakeLaneOf } from '../actions/resume.ts'
import { transferById } from '../queries.ts'
import { isGathered } from './gathered.ts'
import { gatheredByClient, sharingWith } from './gathered-queries.ts'
import { releaseGathered, startSet } from './gathered-store.ts'
import { nameOf, previewCollective } from './preview.ts'

const NOTHING = { jobs: 0, amount: 0 }

export function collectiveRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock } = platform

  route(app, contract.listCollective, async ({ user }) => {
    const [choices, gathered] = await Promise.all([
      choicesOf(db, user.id),
      gatheredByClient(db, user.id),
    ])
    return choices.map((choice) => ({
      ...choice,
      ...(gathered.get(choice.clientUuid) ?? NOTHING),
    }))
  })

  route(app, contract.chooseCollective, async ({ user, params, body }) => {
    const nextOn = await choose(db, user.id, { ...params, ...body }, instant(clock))
    const when =
      nextOn === null ? 'Du lager den når du vil.' : `Den neste: ${formatLongDate(nextOn)}.`
    return { message: `Kunden får samlefaktura. ${when}`, nextOn }
  })

  route(app, contract.endCollective, async ({ user, params: { clientUuid } }) => {
    const { isActive } = await configurationOf(db, user.id)
    const released = await db.transaction(async (tx) => {
      await endChoice(tx, user.id, clientUuid)
      const how = { now: instant(clock), askedWhileOff: !isActive }
      return releaseGathered(tx, user.id, clientUuid, how)
    })
    if (released > 0) wakeLaneOf(platform, user.id)
    const jobs =
      released === 1 ? '1 jobb overføres for seg.' : `${released} jobber overføres hver for seg.`
    return {
      message: released === 0 ? 'Kunden får ikke samlefaktura lenger.' : jobs,
      released,
    }
  })

  route(app, contract.makeCollective, async ({ user, body }) => {
    const ids = body.ids && [...new Set(body.ids)]
    const { isActive, fikenCompanySlug, requiresCompanySelection } = await configurationOf(
      db,
      user.id,
    )
    if (!fikenCompanySlug || requiresCompanySelection)
      throw new HttpError(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.', {
        action: 'choose_company',
      })
    const how = { now: instant(clock), askedWhileOff: !isActive }
    let started = 0
    await db.transaction(async (tx) => {
      for (const { clientUuid } of await choicesOf(tx, user.id)) {
        if (body.clientUuid !== undefined && body.clientUuid !== clientUuid) continue
        const which = ids ? { clientUuid, ids } : { clientUuid }
        started += await startSet(tx, user.id, which, { ...how, run: randomUUID() })
      }
    })
    if (started === 0)
      throw new HttpError(
        409,
        'nothing_gathered',
        'Ingen av jobbene venter på samlefaktura nå. De kan være i gang eller overført: se Overføringer.',
      )
    wakeLaneOf(platform, user.id)
    const jobs = started === 1 ? '1 jobb' : `${started} jobber`
    return {
      message: `${jobs} er satt i kø til samlefaktura.`,
      started,
      leftOut: ids ? ids.length - started : 0,
    }
  })

  route(app, contract.readJobsCollective, async ({ user, params }) => {
    const row = await transferById(db, user.id, params.id)
    if (!row) throw notFound('Overføringen finnes ikke.')
    const { snapshot } = row
    const billed = snapshot && (snapshot.headOffice ?? snapshot.client)
    const waits = isGathered(row) && !row.skipTransfer
    const [choice, shared, gathered] = await Promise.all([
      billed && choiceOf(db, user.id, billed.uuid),
      sharingWith(db, row, waits && billed ? billed.uuid : null),
      gatheredByClient(db, user.id),
    ])
    return {
      client: billed && { uuid: billed.uuid, name: billed.name },
      choice: choice && { ...choice, ...(gathered.get(choice.clientUuid) ?? NOTHING) },
      shared: shared.map(nameOf),
    }
  })

  route(app, contract.previewCollective, ({ user, params }) =>
    previewCollective(platform, user.id, params.clientUuid),
  )
}
