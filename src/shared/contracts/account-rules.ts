import * as z from 'zod/mini'
import { endpoint, LIST_BODY } from '../contract.ts'
import { account } from './vat.ts'

export const RULE_KINDS = ['item', 'category', 'word', 'labour', 'goods'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

export const MOST_RULES = 50
export const TRIAL_LINES = 100

export const accountRule = z.object({
  kind: z.enum(RULE_KINDS, 'Velg hva regelen gjelder.'),
  /** The item's or category's uuid, or the words; "" for labour and goods. */
  value: z.string().check(z.trim(), z.maxLength(100, 'Teksten kan ha høyst 100 tegn')),
  /** The item's or category's name when the rule was saved; "" for other kinds. */
  label: z.string().check(z.trim(), z.maxLength(200)),
  account,
})
export type AccountRule = z.infer<typeof accountRule>

const rules = z.array(accountRule).check(z.maxLength(MOST_RULES, `Høyst ${MOST_RULES} regler`))

const answer = z.object({
  /** The rules in order of priority: the first matching rule applies. */
  rules: z.array(
    z.extend(accountRule, {
      problem: z.nullable(z.string()),
    }),
  ),
  accounts: z.array(z.object({ code: z.string(), name: z.string() })),
})

export const readAccountRules = endpoint({
  method: 'GET',
  path: '/api/account-rules',
  access: 'user',
  act: 'read',
  shows: ['vat', 'connections', 'configuration'],
  summary: 'Reglene for hvilken inntektskonto en linje får, i den rekkefølgen de gjelder',
  answer,
})

export const saveAccountRules = endpoint({
  method: 'PUT',
  path: '/api/account-rules',
  access: 'user',
  act: 'account_rules',
  bodyLimit: LIST_BODY,
  changes: ['vat'],
  summary:
    'Erstatter reglene. `known` er reglene slik skjermen leste dem; er de endret siden, svares 409 `changed_elsewhere`. Utkast som er laget, endres aldri.',
  body: z.object({ rules, known: z.optional(rules) }),
  answer,
})

export const tryAccountRules = endpoint({
  method: 'POST',
  path: '/api/account-rules/trial',
  access: 'user',
  act: 'read',
  bodyLimit: LIST_BODY,
  changes: [],
  summary: `Hvilke av de siste ${TRIAL_LINES} linjene som ville fått en annen konto med disse reglene enn med de lagrede. Endrer ingenting.`,
  body: z.object({ rules }),
  answer: z.object({
    /** The number of lines tested; `changed` of them would get a different account. */
    lines: z.number(),
    changed: z.number(),
    rows: z.array(
      z.object({
        transferId: z.string(),
        jobNumber: z.string(),
        text: z.string(),
        from: z.string(),
        to: z.string(),
      }),
    ),
  }),
})
export type RuleTrial = z.infer<typeof tryAccountRules.answer>

const choice = z.object({ value: z.string(), label: z.string() })
export type RuleChoice = z.infer<typeof choice>

export const findRuleItems = endpoint({
  method: 'GET',
  path: '/api/account-rules/items',
  access: 'user',
  act: 'read',
  summary: 'Varer og timepriser i ServiceM8 med denne teksten i navn eller varenummer, høyst 20',
  query: z.object({ query: z.string().check(z.trim(), z.maxLength(100)) }),
  answer: z.array(choice),
})

export const readJobCategories = endpoint({
  method: 'GET',
  path: '/api/account-rules/categories',
  access: 'user',
  act: 'read',
  shows: ['connections'],
  summary: 'Jobbkategoriene i ServiceM8, i alfabetisk orden',
  answer: z.array(choice),
})
