// npm run test:all: runs everything on both databases, in every window size and theme and at every
// step, without second tries. To be run before an issue is called resolved, and before a release.
import { ensureInstalled } from './ensure-installed.mjs'
import { noteThatItPassed } from './lib/fresh-clone.mjs'
import { postgresServer } from './lib/postgres.mjs'
import { main } from './lib/run.mjs'
import { conclude, PROJECTS, runTests, seconds } from './lib/test-run.mjs'

await main(async () => {
  const took = seconds()
  await ensureInstalled()
  const outcomes = [await runTests({ label: 'embedded database', size: 'all' })]
  const database = await postgresServer()
  if (database) {
    const projects = [...PROJECTS.gate, 'e2e']
    outcomes.push(await runTests({ label: 'PostgreSQL', size: 'all', database, projects }))
  }
  const clone = await runTests({ label: 'fresh clone', size: 'clone', database })
  if (clone.failed === 0) noteThatItPassed()
  return conclude([...outcomes, clone], took())
})
