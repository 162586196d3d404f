import { expect, test } from 'vitest'
import type { TaskItem } from '#shared/contracts/tasks'
import { runRows } from './settings-state.ts'

const item = (changes: Partial<TaskItem>): TaskItem => ({
  ...{ subject: '', title: 'Kran (1014)', status: 'done', message: null, code: null, became: null },
  ...changes,
})

test('the file of a run has each price before and after, and the system', () => {
  expect(
    runRows([
      item({ subject: 'price:7:u-1:servicem8:14990:15950', message: 'Prisen er endret.' }),
      item({ subject: 'left:large_change:price:8:u-2:fiken:10000:20000', status: 'left_alone' }),
      item({ subject: 'left:unknown:price:9:u-3', status: 'left_alone', message: 'Ukjent.' }),
      item({ subject: 'price:7:u-1:fiken::500', status: 'failed' }),
    ]).map((row) => Object.values(row)),
  ).toEqual([
    ['Kran (1014)', 'ServiceM8', '149,90', '159,50', 'Endret', 'Prisen er endret.'],
    ['Kran (1014)', 'Fiken', '100,00', '200,00', 'Ikke endret', ''],
    ['Kran (1014)', '', '', '', 'Ikke endret', 'Ukjent.'],
    ['Kran (1014)', 'Fiken', '', '5,00', 'Feilet', ''],
  ])
  expect(Object.keys(runRows([item({})])[0] ?? {})).toEqual([
    ...['Produkt', 'System', 'Pris før', 'Ny pris', 'Status', 'Melding'],
  ])
})
