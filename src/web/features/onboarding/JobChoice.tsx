import { JobQuestion } from '../configuration/jobs/JobQuestion.tsx'
import { useChooseJobs, useChosenJobs } from './queries.ts'

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
