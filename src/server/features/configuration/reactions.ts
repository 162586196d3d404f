import type { Reactions } from '../../platform/hooks.ts'
import { configurationOf } from './queries.ts'
import { changeConfiguration } from './store.ts'

export const configurationReactions: Reactions = {
  granted: async (_platform, { tx, companyId, vendor, at }) => {
    if (vendor !== 'fiken') return
    // Transfers are paused until the user has chosen the company.
    await configurationOf(tx, companyId)
    await changeConfiguration(tx, companyId, { requiresCompanySelection: true }, at)
  },
}
