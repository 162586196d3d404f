import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { readSecondFactor } from '#shared/contracts/account/second-factor'
import { errorText } from '../../lib/api.ts'
import { reading } from '../../lib/query-client.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Card } from '../../ui/Card.tsx'
import { text } from './text.ts'

const SecondFactor = lazy(async () => ({
  default: (await import('./SecondFactor.tsx')).SecondFactor,
}))

/** A card for login with a code; the user must enter one to switch this on or off. */
export function SecondFactorCard() {
  const { data, error, refetch } = useQuery({
    ...reading(readSecondFactor, {}),
    refetchOnMount: 'always',
  })
  useHashTarget(data !== undefined)
  const notLoaded = (
    <NotLoaded
      failed={text.factorUnread}
      why={error && errorText(error)}
      onRetry={() => void refetch()}
      rows={1}
      loading={text.factorLoading}
    />
  )
  return (
    <Card id="totrinn" title={text.factor} intro={text.factorIntro}>
      {data ? (
        <Suspense fallback={notLoaded}>
          <SecondFactor state={data} />
        </Suspense>
      ) : (
        notLoaded
      )}
    </Card>
  )
}
