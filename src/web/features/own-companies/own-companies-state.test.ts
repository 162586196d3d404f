import { expect, test } from 'vitest'
import type { OwnCompanyRow } from '#shared/contracts/own-companies'
import { NO_JOBS } from '#shared/needs/job-sum'
import { connectionsOf, csvOf, FIRST_SORT, sorted, sortFrom, SORTS } from './own-companies-state.ts'

const company = (name: string | null, change: Partial<OwnCompanyRow> = {}): OwnCompanyRow => ({
  id: name ?? 'nameless',
  name,
  role: 'accountant',
  needs: null,
  uninvoiced: { ...NO_JOBS, oldestAt: null },
  reconciled: null,
  ended: [],
  everActive: true,
  ...change,
})
const jobs = (count: number, ore: number) => ({ ...NO_JOBS, count, ore })

const busy = company('Ærlig Rør AS', {
  needs: jobs(4, 500),
  uninvoiced: { ...jobs(5, 10_050), oldestAt: '2026-09-03T10:00:00.000Z' },
  reconciled: { last: '2026-10', changed: ['2026-08'] },
})
const calm = company('Bjørn Tak AS', {
  role: 'owner',
  uninvoiced: { ...jobs(1, 99), oldestAt: '2026-11-01T10:00:00.000Z' },
  reconciled: { last: '2026-09', changed: [] },
})
const ended = company('Ås Elektro AS', { needs: jobs(1, 0), ended: ['servicem8', 'fiken'] })
const fresh = company('Ada AS', { everActive: false })
const all = [ended, busy, fresh, calm]
const order = (sort: Parameters<typeof sorted>[1]) => sorted(all, sort).map(({ name }) => name)

test('the companies that need somebody stand first, and the others follow by name in Norwegian', () => {
  expect(order(FIRST_SORT)).toEqual(['Ærlig Rør AS', 'Ås Elektro AS', 'Ada AS', 'Bjørn Tak AS'])
  expect(order('name')).toEqual(['Ada AS', 'Bjørn Tak AS', 'Ærlig Rør AS', 'Ås Elektro AS'])
  expect(order('-name')).toEqual(order('name').toReversed())
})

test('each column sorts both ways, and a company without a date stays last', () => {
  expect(order('-uninvoiced').slice(0, 2)).toEqual(['Ærlig Rør AS', 'Bjørn Tak AS'])
  expect(order('uninvoiced').slice(2)).toEqual(['Bjørn Tak AS', 'Ærlig Rør AS'])
  expect(order('oldest')).toEqual(['Ærlig Rør AS', 'Bjørn Tak AS', 'Ada AS', 'Ås Elektro AS'])
  expect(order('-oldest')).toEqual(['Bjørn Tak AS', 'Ærlig Rør AS', 'Ada AS', 'Ås Elektro AS'])
  expect(order('reconciled')).toEqual(['Ada AS', 'Ås Elektro AS', 'Bjørn Tak AS', 'Ærlig Rør AS'])
  expect(order('-reconciled').slice(0, 2)).toEqual(['Ærlig Rør AS', 'Bjørn Tak AS'])
  expect(order('-connections')[0]).toBe('Ås Elektro AS')
  for (const sort of SORTS) expect(order(sort).toSorted()).toEqual(order('name').toSorted())
})

test('an order that does not exist is the first one', () => {
  expect(sortFrom('-oldest')).toBe('-oldest')
  expect(sortFrom('toString')).toBe(FIRST_SORT)
  expect(sortFrom(null)).toBe(FIRST_SORT)
})

test('connections that have ended are named, and a company that has not begun is not in trouble', () => {
  expect(connectionsOf(ended)).toEqual({
    state: 'ended',
    words: 'ServiceM8 og Fiken må kobles til',
  })
  expect(connectionsOf(fresh).state).toBe('not_started')
  expect(connectionsOf(calm).state).toBe('well')
})

test('the file has a line per company, with amounts that Norwegian Excel can add up', () => {
  const [head, first, second] = csvOf([busy, calm]).split('\r\n')
  expect(head).toBe(
    '\uFEFFFirma;Rolle;Trenger noen (jobber);Trenger noen (kr);Ikke fakturert (jobber);Ikke fakturert (kr);Eldste jobb;Siste avstemte måned;Endret etter avstemming;Tilkoblinger',
  )
  expect(first).toBe(
    'Ærlig Rør AS;Regnskapsfører;4;5,00;5;100,50;03.09.2026;2026-10;2026-08;I orden',
  )
  expect(second).toBe('Bjørn Tak AS;Eier;0;0,00;1;0,99;01.11.2026;2026-09;;I orden')
  expect(csvOf([company('=1+1')])).toContain("'=1+1;")
})
