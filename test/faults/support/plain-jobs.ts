import { addJob, completeJob } from '#sandbox/servicem8/workshop'
import type { Tenant } from '#sandbox/seed/tenants'
import type { World } from '#sandbox/world/world'

/** Completes jobs with one line each for the tenant's first client; returns their UUIDs. */
export function completePlainJobs(sandbox: World, { account }: Tenant, count: number): string[] {
  const [client] = Object.values(account.tables.company)
  const address = client?.billing_address ?? ''
  return Array.from({ length: count }, () => {
    const uuid = addJob(
      sandbox,
      account,
      {
        company_uuid: client?.uuid ?? '',
        job_description: 'Service',
        job_address: address,
        billing_address: address,
      },
      [{ name: 'Utrykning', quantity: '1', displayed_amount: '1000.0000' }],
    )
    completeJob(sandbox, account, uuid)
    return uuid
  })
}
