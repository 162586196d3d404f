import type { Tenant } from '#sandbox/seed/tenants'

/**
 * Returns a function that gives each next tenant the first one's Fiken user, as an accountant's who
 * has access to all their companies.
 */
export function oneFikenUser(): (tenant: Tenant) => void {
  let shared: Tenant['user'] | undefined
  return (tenant) => {
    shared ??= tenant.user
    if (!shared.companies.includes(tenant.company.slug)) shared.companies.push(tenant.company.slug)
    tenant.user = shared
  }
}
