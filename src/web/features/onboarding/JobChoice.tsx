import { JobQuestion } from '../configuration/jobs/JobQuestion.tsx'
import { useChooseJobs, useChosenJobs } from './queries.ts'

/**
 * The question of which jobs are transferred, before the integration is switched on; the answer is
 * saved at once.
 */
export function JobChoice() {
  const saved = useChosenJobs()
  const choose = useChooseJobs()
  return (
    <JobQuestion
      chosen={choose.isPending ? choose.variables : saved}
      onChoose={(type) => choose.mutate(type)}
      busy={choose.isPending}
    />
  )
}
