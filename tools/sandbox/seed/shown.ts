import { PLUMBER } from './plumber.ts'
import { seededUuid } from './put.ts'
import { READY_JOBS } from './ready-jobs.ts'
import { SCENARIO_JOBS } from './scenario-jobs.ts'

/** By the job's uuid: what a seeded job is there to show. */
export const SHOWN: ReadonlyMap<string, string> = new Map(
  [...READY_JOBS, ...SCENARIO_JOBS].map(({ key, shows }) => [
    seededUuid(PLUMBER, 'job', key),
    shows,
  ]),
)
