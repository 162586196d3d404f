import { expect } from 'vitest'
import type { StoredInvoice } from '#sandbox/world/state'
import { updateDraft } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { Plumber } from '../plumber.ts'
import * as unanswered from '../unanswered.ts'
import * as deposits from './jobs-with-deposits.ts'

/** Completes a job of 125 kr and waits for its draft. */
export async function drafted(plumber: Plumber, client: string): Promise<Transfer> {
  const begun = await unanswered.begin(plumber, client)
  return unanswered.become(plumber, begun, 'completed', unanswered.isDone)
}

/** Completes a job of 125 kr, and has a deposit of 50 kr deducted on the job's draft. */
export async function takenOff(
  plumber: Plumber,
): Promise<{ row: Transfer; deposit: StoredInvoice }> {
  const client = unanswered.newClient(plumber)
  const row = await drafted(plumber, client)
  const contact = plumber.company.contacts.find(({ name }) => name === client)
  expect(contact).toBeDefined()
  const deposit = deposits.depositInvoice(plumber, client, [{ unitPrice: 4_000 }])
  await deposits.chosen(plumber, row, deposit)
  await plumber.person.call(updateDraft, { params: { id: row.id } })
  expect(deposits.draftsOf(plumber, row).map(({ gross }) => gross)).toEqual([7_500])
  return { row: await unanswered.read(plumber, row), deposit }
}
