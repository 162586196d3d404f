import { stampOf } from '#clients/servicem8/time'
import type { Lab } from '../lab.ts'
import { notAsked, seen, type Point, type Seen } from '../point.ts'
import { brief, rowsOf } from '../wire.ts'
import { filtered } from './records.ts'

const CLIENT = 'src/clients/servicem8/client.ts'
const HOUR = 3_600_000
const NOBODY = "'00000000-0000-4000-8000-000000000000'"

export const FILTERS: Point[] = [
  {
    id: 'servicem8.filters.edited-after',
    question: 'Does edit_date gt include what was edited after, and leave out the rest?',
    expected: 'found from an hour ago, not found from an hour ahead',
    today: 'lists are read from 61 minutes before the newest row seen',
    file: 'src/clients/servicem8/filter.ts',
    whatToChange: 'Widen the overlap in time.ts, or read the whole list each time',
    async ask({ servicem8, clock }) {
      const { uuid } = await servicem8.material()
      const since = async (ms: number) => {
        const stamp = stampOf(clock.now() + ms, servicem8.account.timeZone)
        const answer = await filtered(
          servicem8.raw,
          'material',
          `edit_date gt '${stamp}' and uuid eq '${uuid}'`,
        )
        return answer.status === 200 ? rowsOf(answer).length : brief(answer)
      }
      const [past, future] = [await since(-HOUR), await since(HOUR)]
      return seen(`${past} and ${future} rows`, past === 1 && future === 0)
    },
  },
  {
    id: 'servicem8.filters.owner',
    question: 'Does job_uuid eq leave out other jobs’ lines?',
    expected: 'one line of two jobs with one each',
    today: 'lines are compared once more: another job’s is never billed',
    file: CLIENT,
    whatToChange: 'Nothing breaks; a job costs the whole list of lines',
    async ask({ servicem8 }) {
      const jobs = [await servicem8.job(), await servicem8.job()]
      for (const job of jobs)
        await servicem8.line(job, { price: '1.0000', displayed_amount: '1.0000' })
      const answer = await filtered(servicem8.raw, 'jobmaterial', `job_uuid eq '${jobs[0]}'`)
      return seen(`${answer.status}, ${rowsOf(answer).length} rows`, rowsOf(answer).length === 1)
    },
  },
  ...(
    [
      ['job', 'status', "'Completed'", 'eq'],
      ['job', 'active', '1', 'eq'],
      ['job', 'completion_date', "'2020-01-01'", 'gt'],
      ['job', 'company_uuid', NOBODY, 'eq'],
      ['material', 'item_number', "'FBV-no-such'", 'eq'],
      ['companycontact', 'company_uuid', NOBODY, 'eq'],
    ] as const
  ).map(([object, field, value, is]): Point => ({
    id: `servicem8.filters.${object}-${field}`,
    question: `May ${object} be filtered by ${field} ${is}?`,
    expected: '200, and every row agrees',
    today: 'rows that do not agree are passed over by what reads them',
    file: CLIENT,
    whatToChange: `Leave the condition on ${field} out where ${object} is listed, and filter here`,
    ask: (lab) => agrees(lab, object, field, is, value),
  })),
  {
    id: 'servicem8.filters.pages',
    question: 'Does a walk by cursor show every row once?',
    expected: 'no row twice, and the walk ends',
    today: 'a cursor that has been used ends the walk; rows count once by their uuid',
    file: 'src/clients/http/pages.ts',
    whatToChange: 'Read on by uuid (uuid gt) instead of by the header',
    async ask({ servicem8 }) {
      const used = new Set<string>()
      const uuids: string[] = []
      let cursor: string | null = '-1'
      while (cursor !== null && !used.has(cursor) && used.size < 200) {
        used.add(cursor)
        const answer = await servicem8.raw('GET', '/api_1.0/company.json', { query: { cursor } })
        if (answer.status !== 200) return seen(brief(answer), false)
        uuids.push(...rowsOf(answer).map((row) => String(row['uuid'])))
        cursor = answer.headers.get('x-next-cursor')
      }
      const distinct = new Set(uuids).size
      return seen(
        `${uuids.length} rows, ${distinct} different, ${used.size} pages, ${cursor === null ? 'ended' : 'went in circles'}`,
        cursor === null && distinct === uuids.length,
      )
    },
  },
  {
    id: 'servicem8.filters.one-account',
    question: 'Is vendor.json a list of exactly one account?',
    expected: 'yes, with uuid and timezone_name',
    today: 'anything else is a bad answer, and connecting says so',
    file: CLIENT,
    whatToChange: 'Choose the row by the token’s account; never the first of several',
    async ask({ servicem8 }) {
      const answer = await servicem8.raw('GET', '/api_1.0/vendor.json')
      const [row, ...more] = rowsOf(answer)
      return seen(
        `${answer.status}, ${row ? 1 + more.length : 0} rows, zone ${String(row?.['timezone_name'])}`,
        row !== undefined && more.length === 0 && typeof row['timezone_name'] === 'string',
      )
    },
  },
]

async function agrees(
  { servicem8 }: Lab,
  object: string,
  field: string,
  is: 'eq' | 'gt',
  value: string,
): Promise<Seen> {
  const all = rowsOf(
    await servicem8.raw('GET', `/api_1.0/${object}.json`, { query: { cursor: '-1' } }),
  )
  if (all.length === 0) return notAsked(`the account has no ${object} to leave out`)
  const answer = await filtered(servicem8.raw, object, `${field} ${is} ${value}`)
  const bare = value.replaceAll("'", '')
  const wrong = rowsOf(answer).filter((row) => {
    const own = String(row[field])
    return is === 'eq' ? own !== bare : own <= bare
  })
  return seen(
    answer.status === 200 ? `${rowsOf(answer).length} rows, ${wrong.length} wrong` : brief(answer),
    answer.status === 200 && wrong.length === 0,
  )
}
