import { JobQuestion } from '../configuration/jobs/JobQuestion.tsx'
import { useChooseJobs, useChosenJobs } from './queries.ts'

/** The question before the integration is switched on; the answer is saved when it is given. */
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
