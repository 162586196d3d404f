/**
 * The proof of pipeline-faults.test.ts with ten tradespeople whose Fiken companies one Fiken user
 * connects, in small unless the environment says otherwise.
 */
const SMALL = { FAULT_TENANTS: '10', FAULT_SHARED: '10', FAULT_JOBS: '30', FAULT_KILLS: '2' }
for (const [name, value] of Object.entries(SMALL)) process.env[name] ??= value

await import('../pipeline-faults.test.ts')
