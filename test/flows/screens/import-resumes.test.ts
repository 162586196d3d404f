import { expect, test } from 'vitest'
import { saveConfiguration } from '#shared/contracts/configuration'
import type { TaskWithItems } from '#shared/contracts/tasks'
import { importCustomers } from '../../support/people/bulk.ts'
import { clientNamed, draftOf, startPlumber } from '../../support/people/plumber.ts'
import {
  asksForCustomer,
  become,
  begin,
  isDone,
  newClient,
  read,
} from '../../support/people/unanswered.ts'

const plumber = await startPlumber()

const { addCustomer: inFiken } = plumber
/** Makes a job that waits for the user, because its client has a namesake in Fiken. */
async function inDoubt() {
  const name = newClient(plumber)
  inFiken({ name })
  const row = await begin(plumber, name)
  await become(plumber, row, 'a question', asksForCustomer)
  return { name, row, uuid: clientNamed(plumber.account, name).uuid }
}
const imported = () => importCustomers(plumber.person)
const lastOf = ({ items }: TaskWithItems) => items.at(-1)?.message

test('a job goes on when its client is found, and another client’s waits on', async () => {
  const [found, other] = [await inDoubt(), await inDoubt()]
  const { contactId } = inFiken({ name: found.name, memberNumberString: found.uuid })
  expect(lastOf(await imported())).toMatch(/ 1 jobb som ventet, er satt i kø\.$/)
  const done = await become(plumber, found.row, 'completed', isDone)
  expect(draftOf(plumber, done).customerId).toBe(contactId)
  expect(asksForCustomer(await read(plumber, other.row))).toBe(true)
})

test('while the integration is off it waits on, and goes on with the next comparison', async () => {
  const { name, row, uuid } = await inDoubt()
  inFiken({ name, memberNumberString: uuid })
  await plumber.person.call(saveConfiguration, { body: { isActive: false } })
  expect(lastOf(await imported())).not.toContain('satt i kø')
  expect(asksForCustomer(await read(plumber, row))).toBe(true)
  await plumber.person.call(saveConfiguration, { body: { isActive: true } })
  expect(lastOf(await imported())).toContain('satt i kø')
  await become(plumber, row, 'completed', isDone)
})
