import { toast } from './toast-store.ts'

/**
 * What lies above a screen: dialogs, drawers, menus, toasts, and what a pointer at rest opens. Their
 * code is a third of what a phone would otherwise fetch before it shows anything, and nothing of it
 * is seen at first. It is fetched once the screen is there, and at once where something opens sooner.
 */
let fetched: Promise<typeof import('./overlay-parts.ts')> | undefined

export function overlays(): Promise<typeof import('./overlay-parts.ts')> {
  fetched ??= import('./overlay-parts.ts').catch((error: unknown) => {
    // Without network now; the next one that opens tries again.
    fetched = undefined
    throw error
  })
  return fetched
}

/** A phone says that it is online a while before anything comes through. */
const TRIES_WHEN_BACK = 5
const BETWEEN_TRIES_MS = 1_000

/**
 * For what a press opens. Without network it opens when there is one again, and until then a toast
 * says why nothing happens; what fails with a network is an error of the page.
 */
export async function overlaysOncePressed(): Promise<typeof import('./overlay-parts.ts')> {
  for (let tries = 0; ;) {
    try {
      return await overlays()
    } catch (error) {
      if (navigator.onLine) {
        if (tries === 0) throw error
        tries -= 1
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS))
        continue
      }
      toast({
        title: 'Ingen nettforbindelse',
        description: 'Vinduet åpnes når du har nett igjen.',
        variant: 'destructive',
      })
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      tries = TRIES_WHEN_BACK
    }
  }
}

/** How long a phone's screen has its slow network to itself before the code is fetched. */
const REST_MS = 2_000

export function fetchOverlaysLater(): void {
  setTimeout(() => void overlays().catch(() => undefined), hovers() ? 0 : REST_MS)
}

let parts: typeof import('./overlay-parts.ts') | undefined

/**
 * Awaited before a screen with something to hover over is shown: what hovers lies around the rows,
 * and coming later it would make them anew. A touch screen waits for nothing.
 */
export async function readyToHover(): Promise<void> {
  if (hovers()) parts = await overlays().catch(() => undefined)
}

/** What opens under a pointer at rest, where there is such a pointer. */
export const hovering = () => (hovers() ? parts : undefined)

const hovers = () => window.matchMedia('(hover: hover)').matches
