import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { readSession } from '#shared/contracts/auth'
import { ApiError, errorText } from '../../lib/api.ts'
import { keyOf, queryClient, useFirstAnswers } from '../../lib/query-client.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Refused } from '../admin/Refused.tsx'
import { FailuresCard } from './FailuresCard.tsx'
import { InstallationCard } from './InstallationCard.tsx'
import { OperationsSkeleton } from './OperationsSkeleton.tsx'
import { useOperationActs, useOperations } from './queries.ts'
import { QueuesCard } from './QueuesCard.tsx'
import { RoutinesCard } from './RoutinesCard.tsx'
import { SecurityCard } from './SecurityCard.tsx'
import { Summary } from './Summary.tsx'
import { TenantsCard } from './TenantsCard.tsx'
import { text } from './text.ts'
import { VendorCard } from './VendorCard.tsx'

/** /admin/drift: how the installation is, and what an operator can do about it. */
export function OperationsPage() {
  const operations = useOperations()
  const { data, error, isFetching, refetch } = operations
  const acts = useOperationActs()
  const ready = useFirstAnswers([operations], [])
  const refused = error instanceof ApiError && error.status === 403
  useHashTarget(ready && data !== undefined)
  useEffect(() => {
    // The menu, too, is to know that one is no administrator any more.
    if (refused) void queryClient.invalidateQueries({ queryKey: keyOf(readSession) })
  }, [refused])
  if (refused) return <Refused errors={[error]} />
  return (
    <>
      <Link
        to="/admin"
        className="-mt-2 inline-flex min-h-8 items-center gap-1.5 text-sm text-ink-2 hover:text-ink hover:underline pointer-coarse:-mt-3 pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {text.back}
      </Link>
      <PageHeader compact title={text.title} subtitle={text.subtitle} />
      {!ready ? (
        <OperationsSkeleton />
      ) : data ? (
        <div className="grid grid-cols-1 gap-4">
          <Summary
            operations={data}
            error={error}
            pending={isFetching}
            onAgain={() => void refetch()}
          />
          <QueuesCard operations={data} />
          <FailuresCard operations={data} retry={acts.retry} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            {data.vendors.map((vendor) => (
              <VendorCard
                key={vendor.vendor}
                vendor={vendor}
                operations={data}
                resume={acts.resume}
              />
            ))}
          </div>
          <TenantsCard operations={data} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <InstallationCard operations={data} />
            <RoutinesCard operations={data} run={acts.run} />
          </div>
          <SecurityCard />
        </div>
      ) : (
        <Card>
          <ErrorState
            title={text.failed}
            why={errorText(error)}
            action={
              <Button pending={isFetching} onClick={() => void refetch()}>
                {text.tryAgain}
              </Button>
            }
          />
        </Card>
      )}
    </>
  )
}
