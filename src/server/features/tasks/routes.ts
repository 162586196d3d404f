import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/tasks'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CompanyOfRequest } from '../../platform/http/caller.ts'
import { requireAct } from '../../platform/http/role.ts'
import { route } from '../../platform/http/route.ts'
import { cancelTask } from './cancel-task.ts'
import type { TaskKind } from './kind.ts'
import { readTask, readTasks, readTaskWithItems } from './read-task.ts'
import { markSeen } from './store.ts'

export function taskRoutes(
  app: FastifyInstance,
  platform: Platform,
  kinds: readonly TaskKind[],
): void {
  route(app, contract.listTasks, ({ company }) => readTasks(platform, kinds, company.id))
  route(app, contract.readTask, ({ company, params }) =>
    readTaskWithItems(platform, kinds, company.id, params.id),
  )
  const ownTask = async (company: CompanyOfRequest, id: string) => {
    const task = await readTask(platform, kinds, company.id, id)
    requireAct(company, contract.actOfTask(task.kind))
    return task
  }
  route(app, contract.cancelTask, async ({ actor, company, params }) => {
    const { id } = await ownTask(company, params.id)
    return cancelTask(platform, kinds, company.id, actor, id)
  })
  route(app, contract.seeTask, async ({ company, params }) => {
    const task = await ownTask(company, params.id)
    if (task.finishedAt === null) return { message: 'Oppgaven er ikke ferdig.' }
    const finishedAt = new Date(task.finishedAt)
    await markSeen(platform.db, company.id, { ...task, finishedAt }, instant(platform.clock))
    return { message: 'Lagt bort.' }
  })
}
