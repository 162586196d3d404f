import { Link } from 'react-router'
import { formatMonthlyPrice } from '#shared/money'
import { priceText as text } from './price-text.ts'
import { useOwnSubscription } from './useOwnSubscription.ts'

/** What the integration costs, beside its switch (rule 30). One line, whose place is kept. */
export function PriceLine() {
  const { data } = useOwnSubscription()
  return (
    <p className="min-h-9 pb-3 text-sm">
      {data && (
        <>
          {data.billingEnabled
            ? `${formatMonthlyPrice(data.monthlyPrice)} uten MVA.`
            : text.nothing}{' '}
          {data.billedWhenSwitchedOn !== null && `${text.billedNow(data.billedWhenSwitchedOn)} `}
          <Link className="prose-link" to="/profile#abonnement">
            {text.toPlan}
          </Link>
        </>
      )}
    </p>
  )
}
