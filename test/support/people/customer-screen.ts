import type { NewFault } from '#sandbox/http/faults'
import { updateRecord } from '#sandbox/servicem8/records'
import {
  readCustomers,
  saveCustomer,
  type BillingFields,
  type Customer,
} from '#shared/contracts/customers'
import { until } from '../wait.ts'
import { startPlumber } from './plumber.ts'

export async function startCustomerScreen() {
  const plumber = await startPlumber()

  const all = () => plumber.person.call(readCustomers)
  await until('the clients to be read', async () => (await all()).length > 0)
  async function named(name: string): Promise<Customer> {
    const found = (await all()).find(({ company_name }) => company_name === name)
    if (!found) throw new Error(`${name} is no customer`)
    return found
  }
  const record = ({ uuid }: Pick<Customer, 'uuid'>) => {
    const found = plumber.account.tables.company[uuid]
    if (!found) throw new Error(`${uuid} is no client`)
    return found
  }
  const request = (customer: Customer, change: Partial<BillingFields>) => ({
    params: { uuid: customer.uuid },
    body: { ...fieldsOf(customer), ...change, version: customer.version },
  })
  return {
    plumber,
    all,
    named,
    inServicem8: (customer: Customer) => String(record(customer)['billing_address']),
    edited: (customer: Pick<Customer, 'uuid'>, change: Record<string, unknown>) =>
      updateRecord(plumber.vendors, plumber.account, 'company', record(customer), change),
    save: (customer: Customer, change: Partial<BillingFields>) =>
      plumber.person.tryCall(saveCustomer, request(customer, change)),
    /**
     * Saves the customer like the edit dialog.
     * @throws unless saving succeeds
     */
    saved: (customer: Customer, change: Partial<BillingFields>) =>
      plumber.person.call(saveCustomer, request(customer, change)),
    fault: (rule: NewFault) => {
      const { faults } = plumber.vendors
      const { id } = faults.add({ vendor: 'servicem8', ...rule })
      return () => faults.remove(id)
    },
    written: (customer: Customer) =>
      until('the address to be in ServiceM8', async () => {
        const now = (await all()).find(({ uuid }) => uuid === customer.uuid)
        return now?.saved?.servicem8 === 'written'
      }),
  }
}

export const fieldsOf = (customer: Customer): BillingFields => ({
  billing_company_name: customer.billing_company_name,
  billing_address: customer.billing_address,
  billing_city: customer.billing_city,
  billing_postal_code: customer.billing_postal_code,
  billing_country: customer.billing_country,
})
