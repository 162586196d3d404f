import type { Page } from 'playwright-core'
import type { PageOptions } from '../browser/browser.ts'
import type { TestWorld } from '../world/world.ts'

/** The tools of a walk that brings screens into a user's states and has each checked. */
export interface Stage {
  world: TestWorld
  open(options?: PageOptions): Promise<Page>
  /**
   * Checks the page as it is now, in light and dark, on a desktop and on a phone, and then returns
   * to a light desktop. A problem does not end the walk.
   */
  seen(page: Page, state: string): Promise<void>
}

/** Several states of several screens, on one page where they are one user's. */
export type ScreenWalk = (stage: Stage) => Promise<void>

export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

/** Closes what is open over the page by the Escape key, and checks that it is gone. */
export async function escaped(page: Page, role: 'dialog' | 'alertdialog' | 'menu' = 'dialog') {
  await page.keyboard.press('Escape')
  await page.getByRole(role).first().waitFor({ state: 'detached' })
}
