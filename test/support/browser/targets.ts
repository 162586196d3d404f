import type { Page } from 'playwright-core'

/** Minimum width and height of a touch target, in pixels (WCAG 2.5.5). */
const FINGER = 44

/**
 * Returns one line for each control on the page that is too small for a finger. The size is
 * measured by hit testing, so that an area enlarged by a label or a pseudo-element counts, and an
 * area covered by a neighbour does not. Links within a sentence are exempt, as in WCAG.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((finger) => {
    const PRESSED =
      'a[href], button, input, select, textarea, summary, [role=button], [role=switch], [role=checkbox], [role=tab], [role=menuitem], [role=option]'
    // Allows one pixel less, because rounding can lose half a pixel at each edge.
    const least = finger - 1
    const modal = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
    const layer = modal.at(-1) ?? document
    const small: string[] = []
    for (const element of layer.querySelectorAll<HTMLElement>(PRESSED)) {
      if (!isThere(element) || isInSentence(element)) continue
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const { x, y, width, height } = element.getBoundingClientRect()
      const center = { x: x + width / 2, y: y + height / 2 }
      // The element is under another layer, which would receive the press instead.
      if (!lands(element, center.x, center.y)) continue
      const across = reach(element, center, 1, 0) + reach(element, center, -1, 0)
      const down = reach(element, center, 0, 1) + reach(element, center, 0, -1)
      if (across < least || down < least)
        small.push(`${nameOf(element)}: ${Math.round(across)} × ${Math.round(down)}`)
    }
    return small

    function isThere(element: HTMLElement): boolean {
      const { width, height } = element.getBoundingClientRect()
      // An element for screen readers only is one pixel in size.
      if (width <= 1 || height <= 1) return false
      if (element.matches(':disabled') || element.closest('[inert], [aria-hidden=true]'))
        return false
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    function isInSentence(element: HTMLElement): boolean {
      if (!element.matches('a, button') || getComputedStyle(element).display !== 'inline')
        return false
      return [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''),
      )
    }
    function lands(element: HTMLElement, x: number, y: number): boolean {
      const hit = document.elementFromPoint(x, y)
      if (!hit) return false
      const labels = (element as HTMLInputElement).labels ?? []
      if (element.contains(hit) || [...labels].some((label) => label.contains(hit))) return true
      // A row opens wherever it is pressed, except on its controls.
      const row = element.matches('[data-details]') && element.closest('[data-row]')
      return Boolean(row && row.contains(hit) && !hit.closest(PRESSED))
    }
    function reach(
      element: HTMLElement,
      from: { x: number; y: number },
      right: -1 | 0 | 1,
      down: -1 | 0 | 1,
    ): number {
      let steps = 0
      while (
        steps < finger &&
        lands(element, from.x + right * (steps + 1), from.y + down * (steps + 1))
      )
        steps += 1
      return steps + 0.5
    }
    function nameOf(element: HTMLElement): string {
      const words = element.getAttribute('aria-label') ?? element.textContent
      const name = words.trim().replaceAll(/\s+/g, ' ').slice(0, 50)
      return `<${element.tagName.toLowerCase()}> «${name || element.getAttribute('name') || element.id}»`
    }
  }, FINGER)
}
