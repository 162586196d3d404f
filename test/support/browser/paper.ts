import type { Page } from 'playwright-core'
import { settled } from './at-rest.ts'
import { plain } from './screen.ts'

export interface Paper {
  text: string
  pages: number
  ink: string
  ground: string
}

/** Prints the page while the browser's dark theme is on; returns the text and the PDF's pages. */
export async function printed(page: Page): Promise<Paper> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await settled(page)
  const text = plain(await page.locator('body').innerText())
  const [ink, ground] = await page.evaluate(() => {
    const { color } = getComputedStyle(document.querySelector('[data-paper]') ?? document.body)
    return [color, getComputedStyle(document.body).backgroundColor]
  })
  // Chromium writes each page of a PDF as a separate object.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  await page.emulateMedia({ media: null, colorScheme: null })
  await settled(page)
  return { text, pages: pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0, ink, ground }
}

/** Replaces the print dialog. Returns a function that reads the page's title at printing time. */
export async function withoutDialog(page: Page): Promise<() => Promise<string | undefined>> {
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset['printedAs'] = document.title
      dispatchEvent(new Event('afterprint'))
    }
  })
  return () => page.evaluate(() => document.body.dataset['printedAs'])
}
