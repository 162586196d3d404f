import { isTest, type Source } from './source.ts'
import { circlesIn, placeOf } from './zones.ts'

/**
 * A feature's rooms are its folders; its other files are one room below them, and its doors one
 * above: what the rest of the product enters by.
 */
const DOOR = /^([\w-]+-)?(routes|queues|reactions)\.tsx?$|Page\.tsx$/
/** The same of the platform, which hands out all of itself, and of the browser's start. */
const OTHER_DOORS = [
  'server/platform/platform.ts',
  'server/platform/hooks.ts',
  'web/app/main.ts',
  'web/app/start.tsx',
]

/**
 * Rooms of a feature, of the platform or of a part of the browser that depend on each other in a
 * circle, even if what they import is erased when compiled.
 */
export function roomCircles(sources: Source[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const source of sources.filter(({ path }) => !isTest(path))) {
    const from = roomOf(source.path)
    if (!from) continue
    const known = next.get(from.room) ?? new Set()
    next.set(from.room, known)
    for (const { target } of source.imports) {
      const to = target === undefined ? undefined : roomOf(target)
      if (to?.house === from.house && to.room !== from.room) known.add(to.room)
    }
  }
  return circlesIn(next)
}

/** Returns where a file is, e.g. `server/transfers` and `server/transfers/delivery`. */
function roomOf(file: string): { house: string; room: string } | undefined {
  const { zone, part, feature, rest } = placeOf(file)
  const hasRooms = feature !== undefined || part === 'platform' || zone === 'web'
  if (!hasRooms || rest === '') return undefined
  const house = `${zone}/${feature ?? part}`
  const [first = '', ...deeper] = rest.split('/')
  if (deeper.length > 0) return { house, room: `${house}/${first}` }
  const isDoor = DOOR.test(first) || OTHER_DOORS.includes(`${house}/${first}`)
  return { house, room: `${house} ${isDoor ? '(doors)' : '(root)'}` }
}
