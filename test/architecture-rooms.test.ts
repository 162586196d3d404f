import { describe, expect, test } from 'vitest'
import { roomCircles } from './architecture/rooms.ts'
import { fixture, listFiles, readSources } from './architecture/source.ts'

const circles = (files: Record<string, string>) => {
  const feature = 'src/server/features/transfers/'
  const named = Object.entries(files).map(([file, text]) => [feature + file, text] as const)
  return roomCircles(fixture(Object.fromEntries(named)))
}

describe('the rooms of a feature form one order', () => {
  test('in this repository', () => expect(roomCircles(readSources(listFiles(['src'])))).toEqual([]))

  test.each([
    [
      'two rooms that import each other, even if only for a type',
      {
        'actions/undo.ts': "import { x } from '../delivery/build.ts'",
        'delivery/build.ts': "import type { y } from '#server/features/transfers/actions/undo'",
      },
      'server/transfers/actions → server/transfers/delivery → server/transfers/actions',
    ],
    [
      'a circle over three rooms, of files that form none',
      {
        'actions/undo.ts': "import { x } from '../delivery/build.ts'",
        'delivery/claim.ts': "import { x } from '../screens/list.ts'",
        'screens/preview.ts': "import { x } from '../actions/retry.ts'",
      },
      'server/transfers/actions → server/transfers/delivery → server/transfers/screens → server/transfers/actions',
    ],
    [
      "a room and the feature's own files",
      {
        'store.ts': "import { x } from './collective/waiting.ts'",
        'collective/set.ts': "import { x } from '../tables.ts'",
      },
      'server/transfers (files) → server/transfers/collective → server/transfers (files)',
    ],
    [
      "a room and the feature's doors",
      {
        'routes.ts': "import { x } from './actions/undo.ts'",
        'actions/retry.ts': "import { x } from '../reactions.ts'",
      },
      'server/transfers (doors) → server/transfers/actions → server/transfers (doors)',
    ],
  ])('%s are found', (_what, files, circle) => expect(circles(files)).toEqual([circle]))

  test('in the browser and in the platform too', () => {
    const files = {
      'src/web/features/products/queries.ts': "import { x } from './list/List.tsx'",
      'src/web/features/products/list/Row.tsx': "import { x } from '../text.ts'",
      'src/server/platform/queue.ts': "import type { Db } from './database/database.ts'",
      'src/server/platform/database/listen.ts': "import { x } from '../log.ts'",
    }
    expect(roomCircles(fixture(files))).toEqual([
      'web/products (files) → web/products/list → web/products (files)',
      'server/platform (files) → server/platform/database → server/platform (files)',
    ])
  })

  test('in a folder that has folders too', () => {
    const files = {
      'delivery/deliver.ts': "import { x } from './collective/form.ts'",
      'delivery/collective/form.ts': "import { x } from '../claim-store.ts'",
    }
    expect(circles(files)).toEqual([
      'server/transfers/delivery (files) → server/transfers/delivery/collective → server/transfers/delivery (files)',
    ])
  })

  test('doors above and the other files below form none', () => {
    const files = {
      'routes.ts': "import { x } from './actions/undo.ts'",
      'actions/undo.ts': "import { x } from '../store.ts'\nimport { y } from './deep/one.ts'",
      'actions/deep/one.ts': "import { x } from '../../tables.ts'",
    }
    expect(circles(files)).toEqual([])
  })
})
