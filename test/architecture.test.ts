import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture, listFiles, readSources } from './architecture/source.ts'
import {
  clockReaders,
  crowdedFolders,
  deadExports,
  envReaders,
  fetchers,
  longFiles,
  machineDays,
  MAX_FILES,
  MAX_LINES,
  namelessFolders,
} from './architecture/words.ts'
import { foreignWrites } from './architecture/writes.ts'
import {
  cycles,
  againstOrder,
  featureCircles,
  privacyViolations,
  scatteredSql,
  zoneViolations,
} from './architecture/zones.ts'

const files = listFiles(['src', 'tools', 'test'])
const sources = readSources(files)
const root = path.join(import.meta.dirname, '..')

test('there are files to check', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(
    sources.flatMap((source) => source.imports).filter(({ target }) => target !== undefined).length,
  ).toBeGreaterThan(50)
})

describe('zones import only what they may', () => {
  test('in this repository', () => expect(zoneViolations(sources)).toEqual([]))

  test.each([
    [
      'shared that imports the server',
      'src/shared/money.ts',
      "import { readConfig } from '#server/platform/config'",
    ],
    [
      'shared that imports a type of a client',
      'src/shared/money.ts',
      "import type { Job } from '#clients/servicem8/types'",
    ],
    [
      'a draft that calls a vendor',
      'src/server/features/drafts/lines.ts',
      "import type { FikenCompany } from '#clients/fiken/client'",
    ],
    ['shared that needs Node', 'src/shared/money.ts', "import { hash } from 'node:crypto'"],
    [
      'a client that imports another vendor',
      'src/clients/fiken/drafts.ts',
      "import { x } from '../servicem8/jobs.ts'",
    ],
    [
      'a client that imports the server',
      'src/clients/fiken/drafts.ts',
      "import { x } from '../../server/platform/clock.ts'",
    ],
    [
      'the browser importing a client',
      'src/web/lib/api.ts',
      "import { x } from '../../clients/fiken/types.ts'",
    ],
    [
      'the browser importing a type of the server',
      'src/web/lib/api.ts',
      "import type { x } from '../../server/app.ts'",
    ],
    [
      'a primitive that knows data',
      'src/web/ui/Table.tsx',
      "import { useQuery } from '@tanstack/react-query'",
    ],
    [
      'a primitive that knows the router',
      'src/web/ui/Table.tsx',
      "import { Link } from 'react-router'",
    ],
    [
      'a primitive that knows a feature',
      'src/web/ui/Table.tsx',
      "import { x } from '../features/transfers/transfer-state.ts'",
    ],
    [
      'web/lib that knows a feature',
      'src/web/lib/api.ts',
      "import { x } from '../features/transfers/queries.ts'",
    ],
    [
      'the sandbox importing the server',
      'tools/sandbox/main.ts',
      "import { x } from '#server/platform/clock'",
    ],
    [
      'the sandbox importing a client beyond its wire types',
      'tools/sandbox/main.ts',
      "import { x } from '#clients/fiken/client'",
    ],
    ['the server importing the sandbox', 'src/server/demo.ts', "import { x } from '#sandbox/main'"],
    [
      'the server loading the sandbox lazily',
      'src/server/demo.ts',
      "const x = await import('#sandbox/main')",
    ],
    [
      'the platform importing a feature',
      'src/server/platform/queue/queue.ts',
      "import { x } from '../../features/transfers/run-transfer.ts'",
    ],
    ['production loading the sandbox', 'src/main.ts', "import '../tools/sandbox/main.ts'"],
    [
      'the product importing what asks the vendors',
      'src/server/app.ts',
      "import { verify } from '#verify/verify'",
    ],
    [
      'what asks the vendors importing the sandbox',
      'tools/verify/verify.ts',
      "import { startSandbox } from '#sandbox/start'",
    ],
    [
      'the product importing a script',
      'src/server/app.ts',
      "import { withLock } from '../../tools/scripts/lib/lock.mjs'",
    ],
    [
      'production importing a test',
      'src/server/app.ts',
      "import { world } from '#test/support/world/world'",
    ],
    [
      'a re-export across the boundary',
      'src/shared/money.ts',
      "export { x } from '../server/app.ts'",
    ],
  ])('%s is found', (_what, file, text) =>
    expect(zoneViolations(fixture({ [file]: text }))).toHaveLength(1),
  )

  test.each([
    [
      'src/clients/fiken/drafts.ts',
      "import { send } from '../http/transport.ts'\nimport { øre } from '#shared/money'\nimport { x } from './types.ts'",
    ],
    [
      'tools/sandbox/fiken/drafts.ts',
      "import type { Draft } from '#clients/fiken/wire'\nimport { øre } from '#shared/money'",
    ],
    [
      'src/web/features/transfers/TransfersPage.tsx',
      "import { Table } from '../../ui/Table.tsx'\nimport { x } from '#shared/money'",
    ],
    [
      'src/server/features/transfers/delivery/deliver.ts',
      "import { x } from '#clients/fiken/drafts'\nimport { y } from '../../platform/clock.ts'",
    ],
    [
      'src/clients/fiken/drafts.test.ts',
      "import { world } from '#test/support/world/world'\nimport { x } from '#sandbox/main'",
    ],
  ])('%s may import what it does import', (file, text) =>
    expect(zoneViolations(fixture({ [file]: text }))).toEqual([]),
  )
})

describe('a feature reaches another only through its use cases, queries and tables', () => {
  test('in this repository', () => expect(privacyViolations(sources)).toEqual([]))

  test.each(['store', 'routes', 'queues', 'store-lists', 'store/lists', 'link-store'])(
    "another feature's %s is found",
    (name) => {
      const text = `import { x } from '../customers/${name}.ts'`
      expect(
        privacyViolations(fixture({ 'src/server/features/transfers/timeline.ts': text })),
      ).toHaveLength(1)
    },
  )

  test('its own store, and the use cases and tables of another, are allowed', () => {
    const text =
      "import { a } from './store.ts'\nimport { b } from '../customers/known-jobs.ts'\nimport { c } from '../customers/tables.ts'"
    expect(
      privacyViolations(fixture({ 'src/server/features/transfers/timeline.ts': text })),
    ).toEqual([])
  })
})

describe('a slice writes only its own tables', () => {
  test('in this repository', () => expect(foreignWrites(sources)).toEqual([]))

  const tables = {
    'src/server/features/auth/tables.ts': "export const users = pgTable('users', {})",
  }
  const store = 'src/server/features/transfers/store.ts'
  const imports =
    "import { users } from '../auth/tables.ts'\nimport { transfers } from './tables.ts'\n"

  test.each([
    ['an insert', `${imports}db.insert(users).values({})`],
    ['an update in a transaction', `${imports}await tx.update(users).set({})`],
    [
      'a delete under another name',
      "import { users as people } from '../auth/tables.ts'\ndb.delete(people)",
    ],
    [
      'a delete through the whole module',
      "import * as auth from '../auth/tables.ts'\ndb.delete(auth.users)",
    ],
    ['SQL that names the object', `${imports}db.execute(sql\`update \${users} set x = 1\`)`],
    [
      'SQL that names the table',
      'db.execute(sql`with x as (delete from users returning id) select 1`)',
    ],
  ])('%s is found', (_what, text) =>
    expect(foreignWrites(fixture({ ...tables, [store]: text }))).toHaveLength(1),
  )

  test('reading another table, and writing its own, are allowed', () => {
    const text = `${imports}db.select().from(users); db.insert(transfers).values({}).onConflictDoUpdate({}); sql\`select 1 from users for update\``
    expect(foreignWrites(fixture({ ...tables, [store]: text }))).toEqual([])
  })
})

describe('SQL is only in certain files of a feature', () => {
  test('in this repository', () => expect(scatteredSql(sources)).toEqual([]))

  const text = "import { eq, type SQL } from 'drizzle-orm'"
  const found = (file: string, content = text) =>
    scatteredSql(fixture({ [`src/server/features/transfers/${file}`]: content }))
  test('SQL in any other file is found', () => expect(found('undo.ts')).toHaveLength(1))
  test.each(['store.ts', 'list-store.ts', 'queries.ts', 'ledger-queries.ts', 'tables.ts'])(
    '%s may',
    (file) => expect(found(file)).toEqual([]),
  )
  test('a fragment of SQL may be passed on', () =>
    expect(found('undo.ts', "import type { SQL } from 'drizzle-orm'")).toEqual([]))
})

describe('features form one order', () => {
  test('in this repository', () => expect(featureCircles(sources)).toEqual([]))

  const up = {
    'src/server/features/mirrors/contacts.ts': "import type { x } from '../transfers/tables.ts'",
  }
  test('two features that import each other are found, even if only for a type', () => {
    const down = {
      'src/server/features/transfers/delivery/send.ts':
        "import { y } from '../../mirrors/contacts.ts'",
    }
    expect(featureCircles(fixture({ ...up, ...down }))).toEqual([
      'server/mirrors → server/transfers → server/mirrors',
    ])
  })
  test('in the browser too', () => {
    const circle = {
      'src/web/features/customers/Choice.tsx': "import { x } from '../transfers/text.ts'",
      'src/web/features/transfers/List.tsx': "import { y } from '../customers/Choice.tsx'",
    }
    expect(featureCircles(fixture(circle))).toEqual([
      'web/customers → web/transfers → web/customers',
    ])
  })
  test('one direction is no circle', () => expect(featureCircles(fixture(up))).toEqual([]))

  const order = orderIn(readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8'))
  test('the one in ARCHITECTURE.md, which names every feature', () => {
    expect(againstOrder(sources, order)).toEqual([])
    expect(readdirSync(path.join(root, 'src/server/features')).sort()).toEqual(order.toSorted())
  })
  test('a feature that imports a later one is found', () =>
    expect(againstOrder(fixture(up), order)).toEqual(['mirrors → transfers']))
})

/** Returns the features that the document lists, lowest layer first. */
function orderIn(document: string): string[] {
  const [, list = ''] = /each may import those before it:\n\n```\n([^`]*)```/.exec(document) ?? []
  return [...list.matchAll(/^([\w-]+) /gm)].map(([, feature = '']) => feature)
}

describe('no import cycles', () => {
  test('in this repository', () => expect(cycles(sources)).toEqual([]))

  const b = "import { c } from './c.ts'"
  test('a cycle over three files is found and reported in order', () => {
    const circle = fixture({
      'src/shared/a.ts': "import { b } from './b.ts'",
      'src/shared/b.ts': b,
      'src/shared/c.ts': "import { a } from '#shared/a'",
    })
    expect(cycles(circle)).toEqual([
      'src/shared/a.ts → src/shared/b.ts → src/shared/c.ts → src/shared/a.ts',
    ])
  })

  test('a type import or a lazy import closes no cycle', () => {
    const back = [
      "import type { b } from './b.ts'",
      "import { type b } from './b.ts'",
      "const b = () => import('./b.ts')",
    ]
    for (const text of back)
      expect(cycles(fixture({ 'src/shared/c.ts': text, 'src/shared/b.ts': b }))).toEqual([])
  })
})

describe('files and folders', () => {
  const lengths = (list: string[]) =>
    new Map(
      list.map((file) => [
        file,
        readFileSync(path.join(root, file), 'utf8').split('\n').length - 1,
      ]),
    )

  test(`no file has more than ${MAX_LINES} lines`, () =>
    expect(longFiles(lengths(files))).toEqual([]))
  test('a longer one is found', () =>
    expect(longFiles(new Map([['src/a.ts', MAX_LINES + 1]]))).toHaveLength(1))
  test(`no folder has more than ${MAX_FILES} source files`, () =>
    expect(crowdedFolders(files)).toEqual([]))
  test('a fuller one is found', () => {
    const full = Array.from({ length: MAX_FILES + 1 }, (_, n) => `src/server/features/a/f${n}.ts`)
    expect(crowdedFolders(full)).toHaveLength(1)
    expect(crowdedFolders(full.map((file) => file.replace('.ts', '.test.ts')))).toEqual([])
    expect(crowdedFolders(full.map((file) => file.replace('server/features/a', 'web/ui')))).toEqual(
      [],
    )
  })
  test('no folder has a meaningless name', () => expect(namelessFolders(files)).toEqual([]))
  test.each(['utils', 'helpers', 'common', 'misc'])('a folder named %s is found', (name) => {
    expect(namelessFolders([`src/shared/${name}/text.ts`])).toHaveLength(1)
  })
})

describe('what comes from outside is accessed in one place', () => {
  test('the environment', () => expect(envReaders(sources)).toEqual([]))
  test('the network', () => expect(fetchers(sources)).toEqual([]))
  test('the time', () => expect(clockReaders(sources)).toEqual([]))
  test('the day in tests', () => expect(machineDays(sources)).toEqual([]))

  const feature = 'src/server/features/transfers/sweep.ts'
  test('another file that reads the environment is found', () => {
    expect(envReaders(fixture({ [feature]: 'const port = process.env.PORT' }))).toHaveLength(1)
    expect(
      envReaders(fixture({ 'src/server/platform/config.ts': 'readConfig(process.env)' })),
    ).toEqual([])
  })
  test('another file that calls the network is found', () => {
    expect(fetchers(fixture({ [feature]: "await fetch('https://x')" }))).toHaveLength(1)
    expect(fetchers(fixture({ [feature]: "await globalThis.fetch('https://x')" }))).toHaveLength(1)
    expect(
      fetchers(fixture({ 'src/clients/http/transport.ts': "await fetch('https://x')" })),
    ).toEqual([])
  })
  test('another file that reads the clock is found', () => {
    expect(clockReaders(fixture({ [feature]: 'const now = Date.now()' }))).toHaveLength(1)
    expect(clockReaders(fixture({ [feature]: 'const now = new Date()' }))).toHaveLength(1)
    expect(clockReaders(fixture({ [feature]: 'const then = new Date(now)' }))).toEqual([])
  })
  test.each([
    'const day = today(new Date())',
    'const month = localDate(Date.now()).slice(0, 7)',
    'const day = new Date().toISOString().slice(0, 10)',
    "const day = new Intl.DateTimeFormat('sv-SE').format(Date.now())",
  ])('a test that takes the day from the machine is found: %s', (text) => {
    expect(machineDays(fixture({ 'test/flows/ledger/one.test.ts': text }))).toHaveLength(1)
    expect(machineDays(fixture({ 'src/web/features/ledger/one.ts': text }))).toEqual([])
  })
})

describe('what is exported is used', () => {
  test('in this repository', () => expect(deadExports(sources)).toEqual([]))
  test('what nobody uses, or only a test, is found', () => {
    const found = deadExports(
      fixture({
        'src/shared/a.ts': 'export const used = 1\nexport const dead = 2\nexport type Dead = 3',
        'src/shared/b.ts': 'import { used } from "./a.ts"\nexport function tested() { used }',
        'src/shared/b.test.ts': 'import { tested } from "./b.ts"\ntested()',
      }),
    )
    expect(found).toEqual([
      'src/shared/a.ts: dead',
      'src/shared/a.ts: Dead',
      'src/shared/b.ts: tested',
    ])
  })
})
