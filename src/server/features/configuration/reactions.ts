import type { Reactions } from '../../platform/hooks.ts'
import { requireCompanySelection } from './company-selection.ts'

export const configurationReactions: Reactions = {
  granted: async (_platform, { tx, userId, vendor, at }) => {
    if (vendor === 'fiken') await requireCompanySelection(tx, userId, at)
  },
}
