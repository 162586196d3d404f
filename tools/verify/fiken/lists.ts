import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import { MARK, untilSeen } from '../lab.ts'
import { seen, type Point } from '../point.ts'
import { brief, rowsOf } from '../wire.ts'
import { draftsWith } from './drafts.ts'
import { gone } from './fiken-lab.ts'

const ACCESS = 'src/clients/fiken/access.ts'
const LAG = 'src/clients/fiken/list-lag.ts'

export const LISTS: Point[] = [
  {
    id: 'fiken.lists.lag-after-create',
    question: 'How long after a create does the list show the row?',
    expected: 'within ten minutes',
    today: 'a draft counts as gone only after look-ups over ten minutes (decision 0021)',
    file: LAG,
    whatToChange: 'Raise LONGEST_LAG_MS to more than what was seen',
    async ask({ fiken, clock }) {
      const { uuid } = await fiken.draft()
      const found = await untilSeen(clock, LONGEST_LAG_MS, async () =>
        (await draftsWith(fiken.raw, uuid)).length > 0 ? true : null,
      )
      return found
        ? seen(`after ${(found.afterMs / 1_000).toFixed(1)} s`, true)
        : seen('not within ten minutes', false)
    },
  },
  {
    id: 'fiken.lists.lag-after-delete',
    question: 'How long after a deletion does the list still show the row?',
    expected: 'less than ten minutes',
    today: 'what a list shows is read at its own address before it is believed',
    file: 'src/server/features/documents/look-up.ts',
    whatToChange: 'Raise LONGEST_LAG_MS to more than what was seen',
    async ask({ fiken, clock }) {
      const { uuid, draftId } = await fiken.draft()
      await gone(fiken.raw('DELETE', `/invoices/drafts/${draftId}`))
      const found = await untilSeen(clock, LONGEST_LAG_MS, async () =>
        (await draftsWith(fiken.raw, uuid)).length === 0 ? true : null,
      )
      return found
        ? seen(`gone after ${(found.afterMs / 1_000).toFixed(1)} s`, true)
        : seen('still there after ten minutes', false)
    },
  },
  {
    id: 'fiken.lists.by-id-is-current',
    question: 'Is a row at its own address current right after a write?',
    expected: 'yes',
    today: 'proof of what is there is always read by id',
    file: 'src/server/features/documents/look-up.ts',
    whatToChange: 'Stop before the trial: nothing that is read back can be trusted',
    async ask({ fiken }) {
      const { draftId, uuid } = await fiken.draft()
      await fiken.raw('PUT', `/invoices/drafts/${draftId}`, {
        json: await fiken.draftBody({ uuid, yourReference: 'changed' }),
      })
      const { yourReference } = await fiken.readDraft(draftId)
      return seen(`yourReference ${JSON.stringify(yourReference)}`, yourReference === 'changed')
    },
  },
  {
    id: 'fiken.lists.first-page',
    question: 'Is the first page number 0?',
    expected: 'page 0 has the first row, and page 1 of one row each has another',
    today: 'pages are read from 0; rows that are seen twice count once',
    file: 'src/clients/http/pages.ts',
    whatToChange: 'Begin where Fiken does in pagesByNumber: the first page would be missed',
    async ask({ fiken }) {
      await fiken.draft()
      await fiken.draft()
      const page = async (number: number) =>
        rowsOf(
          await fiken.raw('GET', '/invoices/drafts', { query: { page: number, pageSize: 1 } }),
        )[0]?.['draftId']
      const [first, second] = [await page(0), await page(1)]
      const whole = rowsOf(
        await fiken.raw('GET', '/invoices/drafts', { query: { page: 0, pageSize: 100 } }),
      )
      const isFirst = first !== undefined && first === whole[0]?.['draftId']
      return seen(
        `page 0 ${isFirst ? 'is' : 'is not'} the first, page 1 ${first === second ? 'is the same' : 'another'}`,
        isFirst && first !== second,
      )
    },
  },
  {
    id: 'fiken.lists.page-size',
    question: 'May a page have a hundred rows, and what is answered to more?',
    expected: '100 is taken (header says 100); 101 is refused with 400',
    today: 'a hundred are asked for; a page that is not full is the last when no header says so',
    file: ACCESS,
    whatToChange: 'Lower PAGE_SIZE in access.ts to what is taken',
    async ask({ fiken }) {
      const ask = (pageSize: number) =>
        fiken.raw('GET', '/contacts', { query: { page: 0, pageSize } })
      const [hundred, more] = [await ask(100), await ask(101)]
      const size = hundred.headers.get('fiken-api-page-size')
      return seen(
        `100: ${hundred.status}, size ${size ?? 'not said'}; 101: ${more.status}`,
        hundred.status === 200 && size === '100' && more.status === 400,
      )
    },
  },
  {
    id: 'fiken.lists.page-headers',
    question: 'Do lists say how many pages and rows there are?',
    expected: 'Fiken-Api-Page-Count and Fiken-Api-Result-Count are whole numbers',
    today: 'without them a list is read until a page is not full',
    file: ACCESS,
    whatToChange: 'Nothing breaks; a comparison of rows with the count is left out',
    async ask({ fiken }) {
      const { headers } = await fiken.raw('GET', '/contacts', { query: { page: 0, pageSize: 100 } })
      const [pages, rows] = ['fiken-api-page-count', 'fiken-api-result-count'].map((name) =>
        headers.get(name),
      )
      const isNumber = (text: string | null | undefined) => /^\d+$/.test(text ?? '')
      return seen(
        `pages ${pages ?? 'none'}, rows ${rows ?? 'none'}`,
        isNumber(pages) && isNumber(rows),
      )
    },
  },
  {
    id: 'fiken.lists.past-the-end',
    question: 'What is answered to a page after the last?',
    expected: '200 with an empty list',
    today: 'no page after the last is asked for when a header names the number',
    file: 'src/clients/http/pages.ts',
    whatToChange: 'Take the status as the end of the list in pagesByNumber',
    async ask({ fiken }) {
      const answer = await fiken.raw('GET', '/contacts', { query: { page: 9_999, pageSize: 100 } })
      return seen(brief(answer), answer.status === 200 && rowsOf(answer).length === 0)
    },
  },
  {
    id: 'fiken.lists.equality',
    question: 'Do filters of contacts want the whole value?',
    expected: 'the whole name finds it in either case, half of it does not',
    today: 'what is found is compared once more, case aside',
    file: 'src/clients/fiken/contacts.ts',
    whatToChange: 'Nothing for too many rows. For too few (case counts): ask for both spellings',
    async ask({ fiken, clock }) {
      await fiken.customer()
      const named = async (name: string) =>
        rowsOf(await fiken.raw('GET', '/contacts', { query: { name, page: 0, pageSize: 100 } }))
          .length
      const whole = await untilSeen(clock, 60_000, async () => (await named(MARK)) || null)
      const [upper, half] = [await named(MARK.toUpperCase()), await named(MARK.slice(0, 10))]
      return seen(
        `whole ${whole?.value ?? 0}, upper case ${upper}, half ${half}`,
        whole !== null && upper > 0 && half === 0,
      )
    },
  },
  {
    id: 'fiken.lists.modified-since',
    question: 'Does lastModifiedGe=today include what was made today?',
    expected: 'yes, by whole days',
    today: 'lists are read from the day before the last reading, and a contact not shown is made',
    file: 'src/server/features/mirrors/fiken-sync.ts',
    whatToChange: 'Read from two days before, and say so in the mirrors’ comment',
    async ask({ fiken, clock }) {
      const contactId = await fiken.customer()
      // An earlier question may have created the contact, before midnight.
      const since = await fiken.customerSince()
      const found = await untilSeen(clock, 60_000, async () => {
        const answer = await fiken.raw('GET', '/contacts', {
          query: { lastModifiedGe: since, name: MARK, page: 0, pageSize: 100 },
        })
        return rowsOf(answer).find((row) => row['contactId'] === contactId) ?? null
      })
      const date = found?.value['lastModifiedDate']
      return seen(
        found ? `found, lastModifiedDate ${JSON.stringify(date)}` : 'not found',
        typeof date === 'string' && date >= since && date <= fiken.today(),
      )
    },
  },
]
