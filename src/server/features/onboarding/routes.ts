import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/onboarding'
import type { Platform } from '../../platform/platform.ts'
import { route } from '../../platform/http/route.ts'
import { readFacts } from './facts.ts'
import { readJobChoice } from './job-choice.ts'
import { setupSteps } from './steps.ts'
import { tryNewestJob } from './trial.ts'

export function onboardingRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readSetup, async ({ company }) => {
    const facts = await readFacts(platform, company.id)
    const { isActive, openRates } = facts
    return { done: isActive, steps: setupSteps(facts), openRates: [...openRates] }
  })
  route(app, contract.readJobChoice, ({ company }) => readJobChoice(platform, company.id))
  route(app, contract.runTrial, ({ actor, company }) => tryNewestJob(platform, company.id, actor))
}
