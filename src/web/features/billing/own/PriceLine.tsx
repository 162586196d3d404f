import { Link } from 'react-router'
import { priceIn } from './own-state.ts'
import { priceText as text } from './price-text.ts'
import { useOwnSubscription } from './useOwnSubscription.ts'

/** Shows the integration's price, always on one line, so that nothing moves (rule 30). */
export function PriceLine() {
  const { data } = useOwnSubscription()
  return (
    <p className="min-h-9 pb-3 text-sm">
      {data && (
        <>
          {
            {
              nothing: text.nothing,
              cancelled: text.cancelled,
              price: text.price(data.monthlyPrice),
            }[priceIn(data)]
          }{' '}
          {data.billedWhenSwitchedOn !== null && `${text.billedNow(data.billedWhenSwitchedOn)} `}
          <Link className="prose-link" to="/profile#abonnement">
            {text.toPlan}
          </Link>
        </>
      )}
    </p>
  )
}
