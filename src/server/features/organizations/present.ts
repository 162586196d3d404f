import type { Ending, Organisation } from '#clients/brreg/client'
import type { Organization } from '#shared/contracts/organizations'
import { formatDate } from '#shared/dates'
import { nameAsWritten, placeAsWritten } from './spelling.ts'

export function presentOrganization({
  name,
  address,
  ended,
  ...organisation
}: Organisation): Organization {
  return {
    ...organisation,
    name: nameAsWritten(name),
    address: address && { ...address, city: placeAsWritten(address.city) },
    ended: ended && presentEnding(ended),
  }
}

type PresentedEnding = NonNullable<Organization['ended']>

const ENDINGS: Record<
  Ending['kind'],
  { kind: PresentedEnding['kind']; happened: string; since: string; meaning: string }
> = {
  deleted: {
    kind: 'deleted',
    happened: 'Slettet fra Enhetsregisteret',
    since: '',
    // The register does not state the reason. It is usually a merger, after which another company
    // must be invoiced.
    meaning:
      'Fakturaen må stiles til noen andre. Spør kunden hvem som har tatt over, for eksempel etter en fusjon.',
  },
  bankrupt: {
    kind: 'bankrupt',
    happened: 'Konkurs',
    since: 'siden ',
    meaning:
      'Arbeid fra før konkursen meldes som krav til bostyreren. Nytt arbeid må bostyreren ha bestilt.',
  },
  foreign_insolvency: {
    kind: 'bankrupt',
    happened: 'Under insolvensbehandling i utlandet',
    since: 'siden ',
    meaning: 'Spør kunden hvem som styrer boet, og hvem som skal ha fakturaen.',
  },
  forced_winding_up: {
    kind: 'winding_up',
    happened: 'Under tvangsavvikling eller tvangsoppløsning',
    since: 'siden ',
    meaning: 'Kravet meldes til bostyreren som retten har oppnevnt.',
  },
  reconstruction: {
    kind: 'reconstruction',
    happened: 'Under rekonstruksjonsforhandling',
    since: 'siden ',
    meaning:
      'Krav fra før den åpnet, er med i forhandlingen. Nytt arbeid må rekonstruktøren ha godtatt.',
  },
  winding_up: {
    kind: 'winding_up',
    happened: 'Under avvikling',
    since: 'siden ',
    meaning: 'Fakturer snart: når alt er gjort opp, blir virksomheten slettet.',
  },
}

function presentEnding({ kind, on }: Ending): PresentedEnding {
  const { happened, since, meaning, kind: shown } = ENDINGS[kind]
  const when = on === null ? '' : ` ${since}${formatDate(on)}`
  return { kind: shown, on, text: `${happened}${when}. ${meaning}` }
}
