import type { ReactNode } from 'react'
import { MakeQuestion } from './MakeQuestion.tsx'
import { useForecast, useMake, type WhichJobs } from './queries.ts'

interface AskedMake {
  ask: () => void
  /** It is being found out what would be made, or made. */
  isPending: boolean
  question: ReactNode
}

/**
 * "Lag samlefaktura nå", once it has been said what that makes, and of what it is made without.
 *
 * @param name of the customer, where it is about all that is gathered for one
 */
export function useAskedMake(
  which: WhichJobs,
  { name, onMade }: { name?: string; onMade?: () => void } = {},
): AskedMake {
  const forecast = useForecast()
  const make = useMake(onMade)
  const { data, reset } = forecast
  return {
    ask: () => forecast.mutate(which),
    isPending: forecast.isPending || make.isPending,
    question: data && (
      <MakeQuestion
        name={name}
        forecast={data}
        onClose={reset}
        // What was asked about, whatever has been chosen, or has begun to wait, since.
        onConfirm={() => make.mutate(data.ids)}
      />
    ),
  }
}
