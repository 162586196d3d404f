import { useEffect } from 'react'
import { Link } from 'react-router'
import { readSession } from '#shared/contracts/auth'
import { ApiError } from '../../lib/api.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { AccessCard } from '../../ui/AccessCard.tsx'
import { Button } from '../../ui/Button.tsx'
import { text } from './text.ts'

export function Refused({ errors }: { errors: readonly unknown[] }) {
  useEffect(() => {
    // Also updates the menu when the user is no longer an administrator.
    void queryClient.invalidateQueries({ queryKey: keyOf(readSession) })
  }, [])
  const needsFactor = errors.some(
    (error) => error instanceof ApiError && error.code === 'second_factor_needed',
  )
  if (!needsFactor) return <AccessCard title={text.noAccess} why={text.noAccessWhy} />
  return (
    <AccessCard
      title={text.factorNeeded}
      why={text.factorNeededWhy}
      action={
        <Button asChild tone="primary">
          <Link to="/profile#totrinn">{text.factorNeededGo}</Link>
        </Button>
      }
    />
  )
}
