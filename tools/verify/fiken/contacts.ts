import { idOf } from '#clients/fiken/access'
import { MARK, type Lab } from '../lab.ts'
import { seen, type Point } from '../point.ts'
import { brief, objectOf } from '../wire.ts'
import { gone } from './fiken-lab.ts'

const CLIENT = 'src/clients/fiken/contacts.ts'

export const CONTACTS: Point[] = [
  {
    id: 'fiken.contacts.country',
    question: 'Which spellings of a country are taken, and kept?',
    expected: '"Norway", "Norge" and "NO" are all taken',
    today: 'an address without a country is sent with "Norway", Fiken’s own example',
    file: CLIENT,
    whatToChange: 'Translate to the spelling that is taken in writtenAddress',
    async ask(lab) {
      const found: string[] = []
      let all = true
      for (const country of ['Norway', 'Norge', 'NO']) {
        const answer = await contact(lab, {
          address: { streetAddress: 'Kaigata 4', postCode: '5003', city: 'Bergen', country },
        })
        all &&= answer.status === 201
        found.push(`${country}: ${answer.status} ${answer.country}`)
      }
      return seen(found.join('; '), all)
    },
  },
  {
    id: 'fiken.contacts.put-clears',
    question: 'Does a PUT of a contact clear what is left out?',
    expected: 'yes',
    today: 'a contact is read, merged and written whole',
    file: CLIENT,
    whatToChange: 'Nothing: the merge does no harm. It could be left out',
    async ask(lab) {
      const { contactId } = await contact(lab, { phoneNumber: '55 12 34 56' })
      await lab.fiken.raw('PUT', `/contacts/${contactId}`, { json: { name: MARK, customer: true } })
      const now = objectOf(await lab.fiken.raw('GET', `/contacts/${contactId}`))
      const phone = now['phoneNumber'] ?? null
      return seen(`phoneNumber ${JSON.stringify(phone)}`, phone === null || phone === '')
    },
  },
  {
    id: 'fiken.contacts.duplicates',
    question: 'May two contacts have the same name and organisation number?',
    expected: 'yes: both are made',
    today: 'Fiken is searched first, and an unanswered create is reserved (decision 0025)',
    file: 'src/server/features/reservations/reserve.ts',
    whatToChange: 'Treat the refusal as "it exists" in make-contact.ts: look for it and link it',
    async ask(lab) {
      const fields = { organizationNumber: '974760673' }
      const [one, other] = [await contact(lab, fields), await contact(lab, fields)]
      return seen(`${one.status}, ${other.status}`, one.status === 201 && other.status === 201)
    },
  },
]

async function contact(
  { fiken, undo }: Lab,
  fields: Record<string, unknown>,
): Promise<{ status: number; contactId: number | null; country: string }> {
  const answer = await fiken.raw('POST', '/contacts', {
    json: { name: MARK, customer: true, ...fields },
  })
  const contactId = idOf(answer.headers.get('location'))
  if (answer.status !== 201 || contactId === null)
    return { status: answer.status, contactId: null, country: brief(answer) }
  undo.later(`contact ${contactId} in Fiken`, () =>
    gone(fiken.raw('DELETE', `/contacts/${contactId}`)),
  )
  const { address } = objectOf(await fiken.raw('GET', `/contacts/${contactId}`))
  const country = (address as { country?: unknown } | undefined)?.country
  return { status: answer.status, contactId, country: JSON.stringify(country ?? null) }
}
