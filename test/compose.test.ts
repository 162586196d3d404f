import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/platform/config'

/** The containers of docs/scale.md, as far as they can be judged without a Docker daemon. */

interface Service {
  command?: string[]
  environment?: Record<string, string>
  deploy?: { replicas: number }
  healthcheck?: { test: string[] }
}

let compose: { services: Record<string, Service>; configs: Record<string, { content: string }> }
let dockerfile: string
beforeAll(async () => {
  compose = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as typeof compose
  dockerfile = await readFile('Dockerfile', 'utf8')
})

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
