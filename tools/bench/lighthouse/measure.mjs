// Loads one page once in Lighthouse with its phone preset: `measure.mjs <address> <port>`, where
// the port is the browser's debugging port. COOKIE contains the cookie to send. Prints the
// measurements as JSON. This is a separate process, because its packages are installed apart
// (decision 0034) and each load must begin with nothing in memory.
import process from 'node:process'
import lighthouse from 'lighthouse'

const [url, port] = process.argv.slice(2)
const load = async () => {
  const run = await lighthouse(url, {
    port: Number(port),
    onlyCategories: ['performance'],
    formFactor: 'mobile',
    extraHeaders: { Cookie: process.env.COOKIE ?? '' },
    logLevel: 'error',
  })
  return run?.lhr ?? {}
}

// Lighthouse's error code when Chromium has lost the beginning of a trace; the page must be loaded
// again.
const LOST = 'NO_NAVSTART'
let measured = await load()
for (let again = 0; again < 3 && measured.runtimeError?.code === LOST; again += 1)
  measured = await load()
const { categories, audits, runtimeError, environment } = measured
const score = categories?.performance?.score
if (typeof score !== 'number')
  throw new Error(`Lighthouse measured nothing of ${url}: ${runtimeError?.message ?? 'no score'}`)
console.log(
  JSON.stringify({
    score: Math.round(score * 100),
    blockedMs: audits['total-blocking-time'].numericValue,
    largestPaintMs: audits['largest-contentful-paint'].numericValue,
    machine: environment.benchmarkIndex,
  }),
)
