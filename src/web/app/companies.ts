import { lazy } from 'react'

/** All about several companies, which most users never load. */
export const Companies = lazy(() => import('../features/company-choice/Companies.tsx'))
