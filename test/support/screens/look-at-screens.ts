import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { APP_ROUTES } from '#shared/routes'
import { problemsOfScreen } from '../browser/axe.ts'
import { useBrowser, type BrowserTests } from '../browser/browser.ts'
import { startWorld, type TestWorld } from '../world/world.ts'
import type { ScreenWalk } from './stage.ts'

type Route = (typeof APP_ROUTES)[number]

/** Routes of the screens used every day, checked in a separate file because they take longest. */
export const DAILY: readonly Route[] = [
  '/transfers',
  '/errors',
  '/customers',
  '/customers/import',
  '/product-sync',
  '/help',
]
/** Routes of all other screens, except /config, which only redirects to another screen. */
export const OTHERS = APP_ROUTES.filter((route) => !DAILY.includes(route) && route !== '/config')

/** Declares a test case for each walk, and one that checks that all routes were visited. */
export function lookAtScreens(
  walks: readonly Record<string, ScreenWalk>[],
  routes: readonly Route[],
): BrowserTests {
  let world: TestWorld
  const browser = useBrowser(() => world)
  const looked = new Set<string>()

  beforeAll(async () => {
    world = await startWorld()
  })

  async function seen(page: Page, state: string): Promise<void> {
    looked.add(new URL(page.url()).pathname)
    expect.soft(await problemsOfScreen(page), state).toEqual({})
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test.each(walks.flatMap((some) => Object.entries(some)))(
    'the screens %s: axe finds nothing',
    (_name, walk) => walk({ world, open: browser.openPage, seen }),
  )

  test('each of their paths was looked at', () => {
    expect(routes.filter((route) => !looked.has(route))).toEqual([])
  })
  return browser
}
