import { TRIAL_LINES, type AccountRule, type RuleTrial } from '#shared/contracts/account-rules'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { vatOfLines } from '../../drafts/line-vat.ts'
import { materialsByUuid } from '../../mirrors/materials.ts'
import { taxRatesOf } from '../../mirrors/tax-rates.ts'
import { checkRules } from '../../vat/account-rules.ts'
import { accountRulesOf, readVatTable } from '../../vat/queries.ts'
import { newestJobs } from './trial-store.ts'

/**
 * Tries account rules on recent jobs, newest first. Lines without an account, whose VAT is not
 * decided, stay without one. Changes nothing, and calls no vendor.
 * @throws HttpError 409 without a company; 400 naming the rule that could not be saved
 */
export async function tryRules(
  { db }: Platform,
  companyId: string,
  requested: readonly AccountRule[],
): Promise<RuleTrial> {
  const { fikenCompanySlug: slug } = await configurationOf(db, companyId)
  if (!slug)
    throw new HttpError(409, 'no_company', 'Velg et selskap i Fiken før du prøver kontoregler.')
  const { rows: vatMappings, company } = await readVatTable(db, companyId, slug)
  const checked = checkRules(requested, company)
  if (!checked.ok) throw new HttpError(400, 'account_rule_refused', checked.message)
  const taxRates = await taxRatesOf(db, companyId)
  const saved = await accountRulesOf(db, companyId, slug)
  const jobs = await newestJobs(db, companyId, TRIAL_LINES)
  const used = jobs.flatMap(({ snapshot }) => snapshot.lines.map((line) => line.materialUuid))
  const known = await materialsByUuid(
    db,
    companyId,
    used.filter((uuid) => uuid !== null),
  )
  const materials = new Map(known.map((material) => [material.uuid, material]))

  const trial: RuleTrial = { lines: 0, changed: 0, rows: [] }
  for (const { id, snapshot } of jobs) {
    const { job, lines } = snapshot
    const vat = (accountRules: readonly AccountRule[]) =>
      vatOfLines(lines, materials, job, { taxRates, vatMappings, company, accountRules })
    const [now, then] = [vat(saved), vat(checked.rules)]
    for (const [index, line] of lines.entries()) {
      if (!line.active) continue
      if (trial.lines === TRIAL_LINES) return trial
      trial.lines += 1
      const [from, to] = [now.of(index), then.of(index)]
      if (!from.ok || !to.ok || from.account === to.account) continue
      trial.changed += 1
      trial.rows.push({
        transferId: id,
        jobNumber: job.number || job.uuid.slice(-8),
        text: line.name,
        from: from.account,
        to: to.account,
      })
    }
  }
  return trial
}
