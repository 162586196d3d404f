import type { Page } from 'playwright-core'
import type { PageOptions } from '../browser/browser.ts'
import type { TestWorld } from '../world/world.ts'

export interface Stage {
  world: TestWorld
  open(options?: PageOptions): Promise<Page>
  /**
   * Checks the page as shown, in light and dark, on a desktop and on a phone, then restores a light
   * desktop. A problem does not end the walk.
   */
  seen(page: Page, state: string): Promise<void>
}

export type ScreenWalk = (stage: Stage) => Promise<void>

export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

export async function escaped(page: Page, role: 'dialog' | 'alertdialog' | 'menu' = 'dialog') {
  await page.keyboard.press('Escape')
  await page.getByRole(role).first().waitFor({ state: 'detached' })
}
