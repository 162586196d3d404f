import { globSync } from 'node:fs'

/**
 * Lists the flow, fault and browser tests of each run size. Every such file is in at least one list
 * (test/sizes.test.ts). All other tests, such as unit tests, always run
 * (docs/decisions/0058-three-sizes-of-tests.md).
 */

const files = (folder: string, names: readonly string[]) =>
  names.map((name) => `test/${folder}/${name}.test.ts`)

/**
 * Tests that `npm test` runs on the embedded database: the most important tests of money, access
 * and stored data, and one test of each screen.
 */
export const CORE = [
  ...files('flows', [
    'accounts/{auth,data-export,unstorable-text}',
    'billing/fiken-away',
    'collective/outside',
    'credits/new-draft',
    'deposits/taken-off',
    'ledger/reconciliation',
    'operations/tasks',
    'pipeline/{job-to-draft,mirrors,races}',
    'products/comparison',
    'screens/{activity-log,customers,transfer-lists}',
    'setup/unstored-tokens',
  ]),
  ...files('faults', ['{crash-points,data-folder,late-answers,restored-backup}']),
  ...files('e2e', [
    '{accessibility,accessibility-daily,back-and-forth,consent-window,open-screens}',
    'accounts/{access,lost-access}',
    'credits/credits',
    'customers/{edit,list}',
    'first-run/{few-clicks,first-job}',
    'phone/bottom-bar',
    'products/list',
    'settings/one-save',
    'transfers/{looks,stopped-job}',
  ]),
]

/**
 * Tests that `.ci/run` adds, on PostgreSQL: all tests of money flows, and the tests of stored data,
 * concurrency or several processes.
 */
export const GATE = [
  ...files('flows', [
    '{billing,collective,credits,deposits,drafts,pipeline,recipients}/*',
    'accounts/{account-deletion,auth,companies-apart,confirmed-address,invitations,one-fiken-user,password-again,password-reset,registered-anew,second-factor,security-log,several-companies,upgraded-companies}',
    'admin/{inactive-user,users}',
    'attachments/sent-with-the-draft',
    'ledger/{payment-status,reconciliation}',
    'products/{smart-sync,writes}',
    'screens/{acts,overruling,own-companies}',
    'setup/{account-rules,connections,grant-of-former-member,hidden-until-used,pairings,shared-grants,upgraded-grants,vendor-tokens}',
  ]),
  ...files('faults', [
    '{crash-points,grants,mail-faults,outages,unstored-tokens.postgres}',
    'servers/database-outages.postgres',
    'shared-lane/*',
  ]),
]

/**
 * Tests of CORE that `.ci/run` also runs on PostgreSQL, because the embedded database differs in
 * parameter binding, result types, concurrency and crash recovery.
 */
export const STORED = [
  ...files('flows', [
    'accounts/auth',
    'billing/fiken-away',
    'collective/outside',
    'credits/new-draft',
    'deposits/taken-off',
    'ledger/reconciliation',
    'pipeline/{job-to-draft,mirrors,races}',
  ]),
  ...files('faults', ['crash-points']),
]

/** Tests that only `npm run test:all` runs. */
export const WHOLE = [
  ...files('flows', [
    'accounts/{bad-input,mail-preferences,members-of-deleted,own-calls,profile,role-decided-acts,roles,who-acted}',
    'admin/{guards,log,operations}',
    'attachments/{by-hand,meanwhile,trouble}',
    'ledger/{deposits-in-a-month,fix-many,payment-write-back,polite-reconciliation}',
    'operations/{accountants-week,doctor,failure-mail,operator,stop,waiting-tasks,weekly-summary}',
    'products/{delete-products,ended-grant,file,first-reading,history,price-sync,stock-keeping,thousand-products}',
    'screens/{choices-for-one-job,customer-grants,customer-import,customers-at-once.postgres,import-resumes,many-at-once,needs,open-screens,organizations,queue-decisions,rejected-contacts,saved-filters,saved-recipients,stopped,transfer-drawer,unapproved-jobs,uninvoiced}',
    'setup/{configuration,onboarding,refused-renewals}',
    'verify/*',
  ]),
  ...files('faults', [
    '{billing-faults,billing-instances.postgres,billing-years,connection-flood,instances.postgres,killed-*,long-outage,not-set-up,pipeline-faults,restored-collective,restored-drafts}',
    'collective/*',
    'in-step/*',
    'money/*',
    'servers/{database-failover,rolling-restart}.postgres',
  ]),
  ...files('e2e', [
    '{bench,billing,keys,layout-shift,one-primary,one-refresh,phone-and-keyboard,questions,reconciled-month,reconciliation,scrollbar,settings-errors,setup-causes,sync-notifications}',
    'accounts/{account-errors,companies-in-tabs,grants,invitations,kept-edits,own-companies,password-again,profile,registration,roles,security,several-companies,whom-to-ask}',
    'admin/{looks,operations,panel}',
    'attachments/attachments',
    'collective/{choosing,one-of-several,waiting}',
    'credits/below-zero',
    'customers/{by-keyboard,errors,import,look-ups,looks,queue,queue-by-keyboard,rejected,versions,who-is-it}',
    'deposits/deposits',
    'first-run/trial-remedy',
    'help/{help,workshop}',
    'phone/{back-button,first-paint,late-overlays,long-names,offline,targets,theme}',
    'printing/invoice',
    'products/{acts,dialogs,errors,file-and-barcode,looks,many,price-run,states}',
    'remedies/in-place',
    'settings/{account-rules,parts}',
    'transfers/{bulk-tasks,by-keyboard,fetch-by-hand,needs-you,payment-status,refused-jobs,saved-filters,sent-before,standstill,transfer-causes,unanswered-creates}',
  ]),
]

const OF_SIZE: Record<string, readonly string[]> = { core: CORE, gate: GATE }

/**
 * Returns the file patterns of a kind for the current run size, without those already in a smaller
 * size; all files of the kind when no size is set.
 */
export function filesOf(kind: 'flows' | 'faults' | 'e2e'): string[] {
  const listed = OF_SIZE[process.env['TEST_SIZE'] ?? '']
  const folder = `test/${kind}/`
  return listed?.filter((pattern) => pattern.startsWith(folder)) ?? [`${folder}**/*.test.ts`]
}

export const matched = (patterns: readonly string[]): Set<string> => new Set(globSync(patterns))
