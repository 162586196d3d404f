import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/collective'
import { collectiveDay } from '#shared/collective-day'
import { today } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import { notFound } from '../../../platform/http-error.ts'
import { route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { choose, endChoice } from '../../collective/choose.ts'
import { choiceOf, choicesOf } from '../../collective/queries.ts'
import { noCompany } from '../../configuration/no-company.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { wakeLaneOf } from '../lane.ts'
import { transferById } from '../queries.ts'
import { waitsForSet } from '../waiting/waits.ts'
import { sharingWith, standingByClient, type Standing } from '../waiting/queries.ts'
import { leaveSets, releaseWaiting, startSet } from '../waiting/store.ts'
import { forecastCollective } from './forecast.ts'
import { nothingWaits } from './nothing-waits.ts'
import { nameOf } from './present-job.ts'
import { previewCollective } from './preview.ts'

const NOTHING: Standing = { jobs: 0, amount: 0, outside: 0 }

const alone = (jobs: number) =>
  jobs === 1 ? '1 jobb overføres for seg' : `${jobs} jobber overføres hver for seg`

export function collectiveRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock } = platform

  route(app, contract.listCollective, async ({ company }) => {
    const choices = await choicesOf(db, company.id)
    if (choices.length === 0) return []
    const standing = await standingByClient(db, company.id)
    return choices.map((choice) => ({ ...choice, ...(standing.get(choice.clientUuid) ?? NOTHING) }))
  })

  route(app, contract.chooseCollective, async ({ company, params, body }) => {
    const now = instant(clock)
    const nextOn = await choose(db, company.id, { ...params, ...body }, now)
    if (nextOn === null) return { message: 'Du lager den når du vil.', nextOn }
    const { isActive } = await configurationOf(db, company.id)
    const day = collectiveDay(nextOn, { today: today(now), isActive })
    return { message: `Den neste lages ${day}.`, nextOn }
  })

  route(app, contract.endCollective, async ({ company, params: { clientUuid } }) => {
    const { isActive } = await configurationOf(db, company.id)
    const { released, held } = await db.transaction(async (tx) => {
      await endChoice(tx, company.id, clientUuid)
      const how = { now: instant(clock), askedWhileOff: !isActive }
      const { queued, ...left } = await leaveSets(tx, company.id, clientUuid, how)
      return {
        released: queued + (await releaseWaiting(tx, company.id, clientUuid, how)),
        held: left,
      }
    })
    if (released > 0) wakeLaneOf(platform, company.id)
    const said = [
      released > 0 ? `${alone(released)}.` : '',
      held.inactive > 0 ? `${alone(held.inactive)} når integrasjonen er slått på.` : '',
      held.company > 0 ? `${alone(held.company)} når selskapet i Fiken er valgt.` : '',
    ].filter(Boolean)
    return {
      message: said.join(' ') || 'Kundens jobber overføres hver for seg fra nå av.',
      released,
    }
  })

  route(app, contract.makeCollective, async ({ company, body }) => {
    const ids = body.ids && [...new Set(body.ids)]
    const { isActive, fikenCompanySlug, requiresCompanySelection } = await configurationOf(
      db,
      company.id,
    )
    if (!fikenCompanySlug || requiresCompanySelection) throw noCompany()
    const how = { now: instant(clock), askedWhileOff: !isActive }
    const sets: string[][] = []
    await db.transaction(async (tx) => {
      for (const { clientUuid } of await choicesOf(tx, company.id)) {
        if (body.clientUuid !== undefined && body.clientUuid !== clientUuid) continue
        const which = ids ? { clientUuid, ids } : { clientUuid }
        const set = await startSet(tx, company.id, which, { ...how, run: randomUUID() })
        if (set.length > 0) sets.push(set)
      }
    })
    const started = sets.flat().length
    if (started === 0) throw nothingWaits()
    wakeLaneOf(platform, company.id)
    const jobs = started === 1 ? '1 jobb' : `${started} jobber`
    return {
      message: `${jobs} er satt i kø til samlefaktura.`,
      started,
      leftOut: ids ? ids.length - started : 0,
      transferId: sets.length === 1 ? (sets[0]?.[0] ?? null) : null,
    }
  })

  route(app, contract.forecastCollective, ({ company, body }) =>
    forecastCollective(platform, company.id, body),
  )

  route(app, contract.readJobsCollective, async ({ company, params }) => {
    const row = await transferById(db, company.id, params.id)
    if (!row) throw notFound('Overføringen finnes ikke.')
    const { snapshot } = row
    const billed = snapshot && (snapshot.headOffice ?? snapshot.client)
    const waits = waitsForSet(row) && !row.skipTransfer
    const [choice, shared] = await Promise.all([
      billed && choiceOf(db, company.id, billed.uuid),
      sharingWith(db, row, waits && billed ? billed.uuid : null),
    ])
    const standing = choice && (await standingByClient(db, company.id)).get(choice.clientUuid)
    return {
      client: billed && { uuid: billed.uuid, name: billed.name },
      choice: choice && { ...choice, ...(standing ?? NOTHING) },
      shared: shared.map(nameOf),
    }
  })

  route(app, contract.previewCollective, ({ company, params }) =>
    previewCollective(platform, company.id, params.clientUuid),
  )
}
