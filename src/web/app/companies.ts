import { lazy } from 'react'

/** All about several companies, which most users never load. */
export const PairingQuestion = lazy(
  () => import('../features/connections/pairings/PairingQuestion.tsx'),
)
export const Companies = lazy(() => import('../features/company-choice/Companies.tsx'))
