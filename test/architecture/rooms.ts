import { isTest, type Source } from './source.ts'
import { circlesIn, placeOf } from './zones.ts'

/**
 * The doors of a feature. Its rooms are its folders; its other files are one room below them, and
 * its doors one above: the rest of the product enters by them. The same is true of a folder that
 * has folders.
 */
const DOOR = /^([\w-]+-)?(routes|queues|drain|reactions)\.tsx?$|Page\.tsx$/
/** The doors of the platform, which hands out all of itself, and of the browser's start. */
const OTHER_DOORS = [
  'server/platform/platform.ts',
  'server/platform/hooks.ts',
  'web/app/main.ts',
  'web/app/start.tsx',
]

/**
 * Returns the rooms of a feature, of the platform or of a part of the browser that depend on each
 * other in a circle, even if the import is erased when compiled.
 */
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
 * Returns the room that a file is in, by each house that it is in: `server/transfers/delivery` in
 * `server/transfers`, and `server/transfers/delivery (files)` in `server/transfers/delivery`.
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
