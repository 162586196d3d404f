import { useMutation, useQuery } from '@tanstack/react-query'
import { acceptFikenOffer, readFikenOffers } from '#shared/contracts/pairings'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { polling } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { nameAndNumber, type FikenCompany } from './pairings-state.ts'
import { text } from './text.ts'

/** Members' grants that reach the company in Fiken, which the owner may use for this company. */
export default function FikenOffers() {
  const { data = [] } = useQuery(polling(readFikenOffers, {}))
  const accept = useMutation({
    mutationFn: ({ grantId, slug }: Pick<FikenCompany, 'grantId' | 'slug'>) =>
      call(acceptFikenOffer, { body: { grantId, slug } }),
    onSuccess: ({ message }) => toast({ title: text.accepted, description: message }),
    onError: (error) => toastFailure(text.notAccepted, error),
    onSettled: afterWrite(acceptFikenOffer),
  })
  return data.map(({ person, ...offer }) => (
    <Banner
      key={offer.grantId + offer.slug}
      tone="info"
      title={text.offer(person)}
      action={
        <Button
          size="sm"
          pending={accept.isPending && accept.variables.grantId === offer.grantId}
          onClick={() => accept.mutate(offer)}
        >
          {text.accept}
        </Button>
      }
    >
      {text.offerWhy(nameAndNumber(offer))}
    </Banner>
  ))
}
