import { inArray, type SQL } from 'drizzle-orm'
import { servicem8JobParts } from './tables.ts'

/** The parts of these jobs, whose uuids are in lower case. */
export const ofJobs = (jobUuids: string[]): SQL => inArray(servicem8JobParts.jobUuid, jobUuids)
