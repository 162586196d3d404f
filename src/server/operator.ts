import * as z from 'zod/mini'
import { grantAdmin } from './features/admin/grant-admin.ts'
import { factorMail } from './features/auth/password-mail.ts'
import { resetFactor } from './features/auth/second-factor/change-factor.ts'
import { resealFactors } from './features/auth/second-factor/reseal.ts'
import { noteSecurity } from './features/auth/security-log/note.ts'
import { companiesOwnedBy } from './features/auth/queries.ts'
import { userByEmail } from './features/auth/store.ts'
import { resealSecrets } from './features/connections/tokens/reseal.ts'
import { rowsOfCompany } from './rows-of-company.ts'
import { whoHelps } from './platform/config.ts'
import { instant } from './platform/clock.ts'
import type { Say } from './platform/operator-socket.ts'
import type { Platform } from './platform/platform.ts'
import { markRestored } from './platform/database/restored.ts'

/** The operator's commands (rule 22). */
const request = z.discriminatedUnion('command', [
  z.object({ command: z.literal('migrate') }),
  z.object({ command: z.literal('grant-admin'), email: z.string() }),
  z.object({ command: z.literal('reset-factor'), email: z.string() }),
  z.object({ command: z.literal('rotate-key') }),
  z.object({ command: z.literal('restored') }),
  z.object({ command: z.literal('export'), email: z.string() }),
])
export type OperatorRequest = z.infer<typeof request>

export type OperatorPlatform = Pick<Platform, 'config' | 'db' | 'vault' | 'clock' | 'log' | 'mail'>

/**
 * Runs a command. Returns one English sentence; an export passes its rows to `say` as {@link
 * RowsPart}.
 * @throws Error with a sentence if the command cannot be carried out
 */
export async function operate(
  platform: OperatorPlatform,
  asked: unknown,
  say: Say,
): Promise<string> {
  const parsed = request.safeParse(asked)
  if (!parsed.success)
    throw new Error('Unknown command. Are the running process and this one of the same version?')
  const command = parsed.data
  switch (command.command) {
    case 'migrate':
      // Opening the database has already migrated it.
      return 'The database is up to date.'
    case 'grant-admin':
      return makeAdministrator(platform, command.email)
    case 'reset-factor':
      return takeFactorAway(platform, command.email)
    case 'rotate-key':
      return rotateKey(platform)
    case 'restored':
      await markRestored(platform.db, instant(platform.clock))
      return 'Noted. For every job completed up to thirty days from now, the product first looks in Fiken for what it may already have made of it.'
    case 'export':
      return exportRows(platform, command.email, say)
  }
}

async function makeAdministrator({ db, clock }: OperatorPlatform, email: string): Promise<string> {
  switch (await grantAdmin(db, email, instant(clock))) {
    case 'granted':
      return `${email} is now an administrator.`
    case 'already':
      return `${email} was an administrator already.`
    case 'inactive':
      throw new Error(`${email} is deactivated. Activate the account first.`)
    case 'unknown':
      throw nobody(email)
  }
}

/**
 * Removes the second factor of a user who has lost both the app and the recovery codes; the
 * operator has verified who the user is.
 */
async function takeFactorAway(platform: OperatorPlatform, email: string): Promise<string> {
  const user = await userByEmail(platform.db, email.trim().toLowerCase())
  if (!user) throw nobody(email)
  if (!(await resetFactor(platform.db, user.id))) return `${email} had no second factor.`
  await noteSecurity(platform, 'factor_reset', { userId: user.id, email: user.email })
  const told = await platform.mail
    .send(
      factorMail(user.email, instant(platform.clock), whoHelps(platform.config.operator), 'reset'),
    )
    .then(
      () => 'A mail says so.',
      () => 'No mail could be sent about it.',
    )
  return `The second factor of ${email} is gone; all of their sessions have ended. ${told}`
}

async function rotateKey(platform: OperatorPlatform): Promise<string> {
  const [tokens, factors] = [await resealSecrets(platform), await resealFactors(platform)]
  const resealed = tokens.resealed + factors.resealed
  const current = tokens.current + factors.current
  const lost = tokens.lost + factors.lost
  const sums = `${resealed} re-sealed, ${current} had the present key already`
  if (lost > 0)
    throw new Error(
      `${sums}, ${lost} can be opened with neither key: set APP_SECRET_FORMER to the secret they were sealed with where the product runs, restart it, and try again. Anyone this does not help must connect again.`,
    )
  if (!platform.config.formerAppSecret)
    return `${sums}. (APP_SECRET_FORMER is not set where the product runs, so there was nothing to do.)`
  return `${sums}. When every process runs with the new APP_SECRET, remove APP_SECRET_FORMER.`
}

async function exportRows({ db }: OperatorPlatform, email: string, say: Say): Promise<string> {
  const user = await userByEmail(db, email.trim().toLowerCase())
  if (!user) throw nobody(email)
  let count = 0
  const owned = await companiesOwnedBy(db, user.id)
  const whose = [
    { company: null, person: user.id },
    ...owned.map((company) => ({ company, person: null })),
  ]
  for (const one of whose)
    for await (const part of rowsOfCompany(db, one)) {
      count += part.rows.length
      await say(part)
    }
  return `${count} rows of ${email} were exported.`
}

const nobody = (email: string) => new Error(`Nobody has an account with the address ${email}.`)
