import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { isExternalError } from '#clients/http/external-error'
import { inspectEnvironment } from '#server/platform/config'
import { systemClock } from '#server/platform/clock'
import { POINTS } from './points.ts'
import { pointsTable, tableOf } from './report.ts'
import { Refusal } from './refusal.ts'
import type { Consent } from './session.ts'
import { verify } from './verify.ts'

const USAGE = `npm run verify:live -- --company=<slug> --account="<name>" [options]

  --company=<slug>        the test company in Fiken; may be left out when there is one
  --account=<name>        the trial account in ServiceM8, by its name there
  --issue                 also what leaves traces: invoices, the number series, a payment
  --callback=<https url>  an address that leads to this machine's --port; asks about webhooks
  --port=<n>              the port of the callback, 4180
  --only=<id,…>           beginnings of points' ids, e.g. --only=fiken.money,servicem8.jobs
  --out=<file>            where the record is written, verify-live.json
  --table                 prints every question and what hangs on it, and asks nothing
`

/**
 * Runs the command.
 * @returns exit code 0 when everything is as expected, 3 when an answer differs or a question
 * failed, 2 when the run is refused or the arguments are invalid
 */
async function main(): Promise<number> {
  const values = understood()
  if (values === null) {
    process.stderr.write(USAGE)
    return 2
  }
  if (values.table) {
    process.stdout.write(`${pointsTable(POINTS)}\n`)
    return 0
  }
  const stop = new AbortController()
  process.once('SIGINT', () => {
    process.stderr.write('\nStopping: what was made is taken back first.\n')
    stop.abort()
  })
  try {
    const report = await verify({
      config: inspectEnvironment(process.env).config,
      consent: consentByHand,
      clock: systemClock,
      company: values.company,
      account: values.account,
      issue: values.issue ?? false,
      callback: values.callback
        ? { publicUrl: values.callback, port: Number(values.port ?? 4180) }
        : undefined,
      only: values.only?.split(','),
      say: (line) => process.stderr.write(`${line}\n`),
      signal: stop.signal,
    })
    const out = values.out ?? 'verify-live.json'
    await writeFile(out, `${JSON.stringify(report, null, 2)}\n`)
    process.stdout.write(`\n${tableOf(report)}\nWritten to ${out}.\n`)
    const isRight = report.answers.every(({ verdict }) => !['differs', 'failed'].includes(verdict))
    return isRight && report.left.length === 0 ? 0 : 3
  } catch (error) {
    if (!(error instanceof Refusal) && !isExternalError(error)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

function understood() {
  try {
    return parseArgs({
      options: {
        company: { type: 'string' },
        account: { type: 'string' },
        issue: { type: 'boolean' },
        callback: { type: 'string' },
        port: { type: 'string' },
        only: { type: 'string' },
        out: { type: 'string' },
        table: { type: 'boolean' },
      },
    }).values
  } catch {
    return null
  }
}

/** Asks the user to open the address and to paste the last one, which contains the code. */
const consentByHand: Consent = async (vendor, authorizeUrl) => {
  process.stdout.write(
    `\nOpen this address, log in to ${vendor} as the owner of the test company, and agree:\n\n${authorizeUrl}\n\nThe browser is then sent to this installation's address. Whatever page it shows: copy the whole address from the address bar and paste it here.\n`,
  )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question('> ')
  } finally {
    terminal.close()
  }
}

process.exitCode = await main()
