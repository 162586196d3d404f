// npm test: runs the core tests on the embedded database, also on a fresh clone. The last line of
// the output is the sum.
//   npm test -- --only=flows,faults     some of its projects: types lint format migrations unit
//                                       conformance flows faults e2e
//   npm test -- --record                records how long each file takes, to order the files on a
//                                       fresh clone
import { ensureHeadlessBrowser } from './ensure-browser.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, Trouble } from './lib/run.mjs'
import { conclude, PROJECTS, runTests, seconds } from './lib/test-run.mjs'

await main(async () => {
  const took = seconds()
  const asked = askedFor(process.argv.slice(2))
  const needsBrowser = (asked.projects ?? PROJECTS.core).includes('e2e')
  // Both run at the same time, since neither needs the other. A missing browser is reported when it
  // is needed.
  await Promise.all([
    ensureInstalled(),
    needsBrowser ? ensureHeadlessBrowser().catch(() => undefined) : undefined,
  ])
  const outcome = await runTests({ label: 'core', size: 'core', secondTry: true, ...asked })
  return conclude([outcome], took())
})

function askedFor(args) {
  const only = args.find((each) => each.startsWith('--only='))?.slice('--only='.length)
  const projects = only?.split(',')
  const strange = [
    ...args.filter((each) => !each.startsWith('--only=') && each !== '--record'),
    ...(projects ?? []).filter((each) => !PROJECTS.core.includes(each)),
  ]
  if (strange.length > 0)
    throw new Trouble(
      `Unknown: ${strange.join(' ')}. Use npm test -- --only=${PROJECTS.core.join(',')}`,
      2,
    )
  return { projects, record: args.includes('--record') }
}
