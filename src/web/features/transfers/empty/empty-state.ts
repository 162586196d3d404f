import type { JobFetchType } from '#shared/contracts/configuration'
import { paymentLabel } from '#shared/payment-status'
import { DELETED, isNarrowed, needIn, type Filter } from '../filter-state.ts'

/** Says that no transfer is in the list, and why. */
export function emptyOf(filter: Filter): { title: string; why: string } {
  const { payment, status, q, period, from, to } = filter
  const need = needIn(filter)
  if (from && to && from > to)
    return {
      title: 'Datoene står feil vei',
      why: 'Den første dagen er senere enn den siste. Bytt dem om.',
    }
  if (payment) {
    const { text: word } = paymentLabel(payment)
    const title = isNarrowed({ ...filter, payment: '' })
      ? `Ingen overføringer i utvalget er ${word.toLowerCase()}`
      : `Ingen overføringer er ${word.toLowerCase()}`
    return { title, why: 'Betalingen sjekkes i Fiken hver time.' }
  }
  const onlyDeleted = status === DELETED && !isNarrowed({ ...filter, status: '' })
  if (onlyDeleted)
    return {
      title: 'Ingen slettede overføringer',
      why: 'Det du sletter eller hopper over, blir liggende her og kan gjenopprettes.',
    }
  if (q)
    return {
      title: 'Ingen overføringer passer til søket',
      why: 'Prøv et annet ord, eller vis alle.',
    }
  return {
    title: need === 'act' ? 'Ingen jobber trenger deg' : 'Ingen overføringer i utvalget',
    why: period ? 'Velg andre dager, eller vis alle.' : 'Velg noe annet, eller vis alle.',
  }
}

/** Says when transfers come by themselves, for somebody who has none. */
export const emptyWhy = (mode: JobFetchType | undefined, off: boolean): string =>
  `Overføringer dukker opp her når ${off ? 'automatisk overføring er på og ' : ''}en jobb er ${mode === 'completed' ? 'fullført' : mode ? 'fullført og godkjent' : 'klar'} i ServiceM8.`
