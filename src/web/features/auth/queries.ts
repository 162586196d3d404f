import { useQuery } from '@tanstack/react-query'
import { findOwnOrganization, LONGEST_ORGANIZATION_QUERY } from '#shared/contracts/organizations'
import { ApiError } from '../../lib/api.ts'
import { reading } from '../../lib/query-client.ts'
import { useLater } from '../../lib/time.ts'
import { mayBeAsked } from './company-state.ts'
import { text } from './text.ts'

const PAUSE_MS = 300
/** Cache time of the register's responses in ms. */
const KEPT_MS = 60_000

export function useOwnOrganizations(typed: string, wanted: boolean) {
  const question = typed.trim().slice(0, LONGEST_ORGANIZATION_QUERY).trim()
  const asked = useLater(question, PAUSE_MS)
  const isCurrent = asked === question
  const { data, error } = useQuery({
    ...reading(findOwnOrganization, { query: { query: asked } }),
    enabled: wanted && isCurrent && mayBeAsked(asked),
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
  })
  const found = (isCurrent && data?.organizations) || []
  // A number with a wrong digit is said to be wrong; any other failure leaves the form as it is.
  const refused = error instanceof ApiError && error.status === 400 ? error.text : null
  const status = !isCurrent
    ? text.searching
    : error
      ? (refused ?? text.registerDown)
      : !data
        ? text.searching
        : data.unavailable
          ? text.registerDown
          : found.length === 0
            ? text.noCompany
            : text.companies(found.length)
  return { found, status }
}
