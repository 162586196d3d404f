// npm start: from a fresh clone to the running product. Installs, builds, starts the sandbox if no
// vendor is configured, and then starts the product. `npm start -- --reset` starts over with empty
// data.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import {
  ended,
  endAs,
  hasEnded,
  onStop,
  startChild,
  stop,
  waitUntilHealthy,
} from './lib/children.mjs'
import { resetDataDir } from './lib/data-dir.mjs'
import { addressOf, hasVendorCredentials, loadDotEnv, requireFreePort } from './lib/env.mjs'
import { main, Trouble } from './lib/run.mjs'
import { startSandbox } from './lib/sandbox-process.mjs'

const DEMO_USER = { email: 'demo@fakturabro.test', password: 'demo-passord-1' }

await main(async () => {
  const reset = readArguments(process.argv.slice(2))
  loadDotEnv()
  const demo = !hasVendorCredentials()
  if (!demo) warnAboutHalfASetup()
  await ensureInstalled()
  const address = await addressOf(process.env)
  await requireFreePort(address.host, address.port)
  if (reset && process.env.DATABASE_URL)
    throw new Trouble(
      '--reset only empties DATA_DIR. DATABASE_URL is set: empty that database yourself.',
    )
  if (reset) await resetDataDir(address.dataDir)
  await ensureBuilt()
  await runProduct(address, demo)
})

function readArguments(args) {
  const unknown = args.filter((each) => each !== '--reset')
  if (unknown.length > 0)
    throw new Trouble(`Unknown option ${unknown.join(' ')}. There is one: npm start -- --reset`, 2)
  return args.includes('--reset')
}

function warnAboutHalfASetup() {
  const missing = ['SERVICEM8', 'FIKEN'].find(
    (vendor) => !process.env[`${vendor}_CLIENT_ID`]?.trim(),
  )
  if (missing)
    console.log(
      `${missing}_CLIENT_ID is not set: that system cannot be connected. (The sandbox starts only when neither is set.)`,
    )
}

async function runProduct(address, demo) {
  const running = []
  let stopping
  onStop((signal) => {
    stopping = signal
    // Stops the product first, so that it can finish its requests to a vendor.
    void (async () => {
      for (const child of [...running].reverse())
        await stop(child, signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })()
  })

  const env = {
    ...process.env,
    PORT: String(address.port),
    HOST: address.host,
    PUBLIC_URL: address.publicUrl,
    DATA_DIR: address.dataDir,
    // As in the systemd units of docs/scale.md, so that free memory is given back earlier.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1',
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '16384',
    MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '16384',
  }
  let sandboxUrl
  if (demo) {
    // A demo is not production: with NODE_ENV=production, the server would rightly refuse to create
    // a demo user.
    if (env.NODE_ENV === 'production')
      console.log(
        'No vendor credentials are set, so this is a demo: NODE_ENV=production is left out.',
      )
    delete env.NODE_ENV
    const sandbox = await startSandbox(address)
    running.push(sandbox.child)
    sandboxUrl = sandbox.webUrl
    Object.assign(env, sandbox.env, { DEMO: '1' })
  }
  // A stop was requested in the meantime; the sandbox ends with this process.
  if (stopping) return endAs({ signal: stopping })

  const isNew = !env.DATABASE_URL && !existsSync(path.join(address.dataDir, 'database'))
  console.log(isNew ? 'Starting, and making the database …' : 'Starting …')
  const product = startChild(
    [
      '--max-semi-space-size=4',
      '--max-old-space-size=768',
      '--v8-pool-size=2',
      '--enable-source-maps',
      'dist/main.js',
    ],
    { env },
  )
  running.push(product)
  let broken = false
  for (const other of running.slice(0, -1)) {
    void ended(other).then(() => {
      if (stopping || hasEnded(product)) return
      console.error('The sandbox ended on its own; stopping.')
      broken = true
      void stop(product)
    })
  }

  if (await waitUntilHealthy(address.local, product, () => stopping)) greet(address, sandboxUrl)
  const end = await ended(product)
  for (const child of running) await stop(child)
  endAs(broken ? { code: 1 } : end)
}

function greet({ publicUrl, dataDir }, sandboxUrl) {
  const lines = ['', `Fakturabro kjører på ${publicUrl}`]
  if (sandboxUrl) {
    lines.push(
      `Logg inn: ${DEMO_USER.email} / ${DEMO_USER.password}`,
      '',
      'ServiceM8, Fiken, Brønnøysund og e-post er øvingsutgaver på denne maskinen; ingenting går ut på nettet.',
      `Verkstedet, der du spiller håndverker og regnskapsfører: ${sandboxUrl}`,
      '',
      'Prøv dette:',
      '  1. Logg inn, koble til ServiceM8 og Fiken, velg firma og slå på integrasjonen.',
      '  2. Fullfør en jobb som håndverker i verkstedet, og se utkastet dukke opp i Fiken der.',
      '  3. Slå på en feil i verkstedet (treg, nede, tapt svar) og se at jobben likevel blir til nøyaktig ett utkast.',
    )
  }
  lines.push(
    '',
    `Data ligger i ${dataDir}. Ctrl-C stopper; «npm start -- --reset» begynner på nytt.`,
    '',
  )
  console.log(lines.join('\n'))
}
