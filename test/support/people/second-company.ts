import type { Tenant } from '#sandbox/seed/tenants'
import type { TestWorld } from '../world/world.ts'

/** Adds a company that the existing Fiken grants can access. Returns its slug. */
export function secondCompany(
  { vendors }: Pick<TestWorld, 'vendors'>,
  { company, user }: Tenant,
  change: { hasApiAccess?: boolean } = {},
): string {
  const { companies, oauth } = vendors.state.fiken
  const slug = `${company.slug}-to`
  const copy = structuredClone(company)
  companies[slug] = {
    ...copy,
    slug,
    info: { ...copy.info, slug, name: `${copy.info.name} To`, ...change },
  }
  user.companies.push(slug)
  for (const grant of Object.values(oauth.grants))
    if (grant.subject === user.email) grant.companies.push(slug)
  return slug
}
