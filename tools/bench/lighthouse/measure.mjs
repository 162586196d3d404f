// Loads one page once in Lighthouse, as the phone of its own presets: `measure.mjs <address>
// <port>`, with the browser's debugging port, and the cookie to send in COOKIE. Prints the
// measurements as JSON. A process of its own, because its packages are installed apart (decision
// 0034), and so that a load begins with nothing in memory.
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

// Chromium sometimes loses the beginning of a trace, and Lighthouse then asks to run it again.
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
