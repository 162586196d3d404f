import type { Page } from 'playwright-core'
import type { PageOptions } from '../browser/browser.ts'
import type { TestWorld } from '../world/world.ts'

/**
 * What a walk through screens is given: it brings each into a state that a person meets, and has it
 * looked at.
 */
export interface Stage {
  world: TestWorld
  open(options?: PageOptions): Promise<Page>
  /**
   * The page is looked at as it is now, in light and dark, on a desktop and on a phone, and is then a
   * desktop's in light again. What is found does not end the walk.
   */
  seen(page: Page, state: string): Promise<void>
}

/** Several states of several screens, on one page where they are one person's. */
export type ScreenWalk = (stage: Stage) => Promise<void>

export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

/** What opened over the page is closed by the key for it, and is gone. */
export async function escaped(page: Page, role: 'dialog' | 'alertdialog' | 'menu' = 'dialog') {
  await page.keyboard.press('Escape')
  await page.getByRole(role).first().waitFor({ state: 'detached' })
}
