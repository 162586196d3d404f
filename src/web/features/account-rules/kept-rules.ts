import type { AccountRule } from '#shared/contracts/account-rules'
import { keptEdit } from '../kept-edits/kept-edit.ts'
import type { EditedRule } from './rules-state.ts'

/** The name of an edit of the rules that the session's end interrupted. */
export const KEPT_RULES = 'account-rules'

export interface RulesEdit {
  rules: EditedRule[]
  known: readonly AccountRule[]
}

export const keptRules = () => keptEdit<RulesEdit>(KEPT_RULES)
