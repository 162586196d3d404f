import { isTest, type Source } from './source.ts'
import { circlesIn, placeOf } from './zones.ts'

/**
 * Matches the doors of a feature, which are the files that the rest of the product imports. A
 * feature's folders are its rooms. Its remaining files form a room that the folders may import, and
 * its doors form a room that may import all others. Nested folders follow the same rule.
 */
const DOOR = /^([\w-]+-)?(routes|queues|drain|reactions)\.tsx?$|Page\.tsx$/
/** Doors outside the features: those of the platform and of the browser's entry. */
const OTHER_DOORS = [
  'server/platform/platform.ts',
  'server/platform/hooks.ts',
  'web/app/main.ts',
  'web/app/start.tsx',
]

/** Returns circular dependencies between rooms; type-only imports count too. */
export function roomCircles(sources: Source[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const source of sources.filter(({ path }) => !isTest(path))) {
    const from = placesOf(source.path)
    for (const { target } of source.imports) {
      const to = target === undefined ? new Map<string, string>() : placesOf(target)
      for (const [house, room] of from) {
        const other = to.get(house)
        if (other === undefined || other === room) continue
        next.set(room, (next.get(room) ?? new Set()).add(other))
      }
    }
  }
  return circlesIn(next)
}

/**
 * Returns the file's room within each folder that contains the file: `server/transfers/delivery`
 * within `server/transfers`, and `server/transfers/delivery (files)` within
 * `server/transfers/delivery`.
 */
function placesOf(file: string): Map<string, string> {
  const { zone, part, feature, rest } = placeOf(file)
  const found = new Map<string, string>()
  const hasRooms = feature !== undefined || part === 'platform' || zone === 'web'
  if (!hasRooms || rest === '') return found
  const folders = rest.split('/')
  const name = folders.pop() ?? ''
  let house = `${zone}/${feature ?? part}`
  for (const folder of folders) {
    found.set(house, `${house}/${folder}`)
    house += `/${folder}`
  }
  const isDoor = DOOR.test(name) || OTHER_DOORS.includes(`${house}/${name}`)
  return found.set(house, `${house} ${isDoor ? '(doors)' : '(files)'}`)
}
