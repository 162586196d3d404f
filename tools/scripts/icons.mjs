// node tools/scripts/icons.mjs: draws the installed app's icons (src/web/public) from
// src/web/icon.svg; run it after changing that file. The icons are checked in, so that a build
// needs no browser.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { root } from './lib/paths.mjs'
import { main } from './lib/run.mjs'

const ICONS = [
  // The browser tab's icon. A PNG, because drawing an SVG would occupy the page's main thread
  // during the start.
  { file: 'icon-48.png', size: 48 },
  { file: 'icon-192.png', size: 192 },
  { file: 'icon-512.png', size: 512 },
  // Operating systems crop these icons: the background fills the square, and the mark stays within
  // the central circle (four fifths) that is always visible.
  { file: 'icon-maskable-512.png', size: 512, filled: true },
  { file: 'apple-touch-icon.png', size: 180, filled: true },
]

await main(async () => {
  await ensureInstalled()
  const executablePath = await ensureBrowser()
  const { chromium } = await import('playwright-core')
  const svg = readFileSync(path.join(root, 'src/web/icon.svg'), 'utf8')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const { file, size, filled } of ICONS) {
      const page = await browser.newPage({ viewport: { width: size, height: size } })
      const drawn = filled ? svg.replace(/ rx="\d+"/, '') : svg
      await page.setContent(
        `<style>body{margin:0;background:transparent}svg{display:block;width:${size}px}</style>${drawn}`,
      )
      await page.screenshot({
        path: path.join(root, 'src/web/public', file),
        omitBackground: !filled,
      })
      await page.close()
      console.log(file)
    }
  } finally {
    await browser.close()
  }
})
