import { toast } from './toast-store.ts'

/**
 * The pending or finished load of everything that lies above a screen: dialogs, drawers, menus,
 * toasts, hover cards. Their code is a third of what a phone would otherwise load before it shows
 * anything. It is loaded once the screen is there, and at once when something opens sooner.
 */
let fetched: Promise<typeof import('./overlay-parts.ts')> | undefined

export function overlays(): Promise<typeof import('./overlay-parts.ts')> {
  fetched ??= import('./overlay-parts.ts').catch((error: unknown) => {
    // Offline for now; the next overlay that opens tries again.
    fetched = undefined
    throw error
  })
  return fetched
}

/** A phone reports itself online a while before requests come through. */
const TRIES_WHEN_BACK = 5
const BETWEEN_TRIES_MS = 1_000

/**
 * Loads the overlays after a press. Offline, it waits for the network, and a toast tells the user
 * why nothing opens.
 * @throws when loading fails although there is a network
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

/**
 * The time during which a phone's screen has its slow network to itself before the code is loaded.
 */
const REST_MS = 2_000

export function fetchOverlaysLater(): void {
  setTimeout(() => void overlays().catch(() => undefined), hovers() ? 0 : REST_MS)
}

let parts: typeof import('./overlay-parts.ts') | undefined

/**
 * Loads the overlays before a screen with hover cards or tooltips is shown: their wrappers lie
 * around the rows, and coming later they would remount them. A touch screen waits for nothing.
 */
export async function readyToHover(): Promise<void> {
  if (hovers()) parts = await overlays().catch(() => undefined)
}

/** Returns the hover cards' and tooltips' code, on a device with a hovering pointer. */
export const hovering = () => (hovers() ? parts : undefined)

const hovers = () => window.matchMedia('(hover: hover)').matches
