import { expect, test } from 'vitest'
import { handOver, registerByInvitation } from '#shared/contracts/account/members'
import { readOwnSubscription, triggerBilling } from '#shared/contracts/billing'
import {
  activeSubscriber,
  billOf,
  contactsOf,
  invoicesTo,
  loggedIn,
  nextFirst,
  PASSWORD,
  startSeller,
} from '../../support/billing/seller.ts'
import { mailTo, tokenIn } from '../../support/vendors/mailbox.ts'

const { world, seller } = await startSeller({ date: '2027-01-15' })

test('after a company is handed over the next bill goes to the new owner, and one that is on its way keeps its recipient', async () => {
  const customer = await activeSubscriber(world)
  const away = world.vendors.faults.add({ kind: 'status', vendor: 'fiken', status: 503 })
  const month = await nextFirst(world, seller, customer)
  await billOf(seller, customer, month, 'queued')

  const email = 'ola.overtar@example.no'
  await customer.visitor.call(handOver, { body: { email } })
  const token = tokenIn((await mailTo(world.sandbox, email, /^Ta over /)).text)
  const visitor = world.visitor()
  await visitor.call(registerByInvitation, { body: { token, name: 'Ola Nes', password: PASSWORD } })

  world.vendors.faults.remove(away.id)
  await seller.visitor.call(triggerBilling)
  await billOf(seller, customer, month, 'done')
  const billed = () => contactsOf(seller, customer).map((contact) => contact.email)
  expect(billed()).toEqual([customer.email])

  const next = await nextFirst(world, seller)
  await billOf(seller, customer, next, 'done')
  expect(billed()).toEqual([email])
  expect(invoicesTo(seller, customer)).toHaveLength(2)
  const owner = await loggedIn(world, { id: customer.id, email, visitor })
  expect((await owner.visitor.call(readOwnSubscription)).bills).toHaveLength(2)
})
