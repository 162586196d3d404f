import { toast } from './toast-store.ts'

/**
 * The pending or finished load of dialogs, drawers, menus, toasts and hover cards. Their code is a
 * third of what a phone would otherwise load before showing anything, so it is loaded after the
 * screen, or when an overlay opens.
 */
let fetched: Promise<typeof import('./overlay-parts.ts')> | undefined

export function overlays(): Promise<typeof import('./overlay-parts.ts')> {
  fetched ??= import('./overlay-parts.ts').catch((error: unknown) => {
    // Probably offline; the next overlay that opens retries.
    fetched = undefined
    throw error
  })
  return fetched
}

/** Number of retries once online again, because phones report that before requests succeed. */
const TRIES_WHEN_BACK = 5
const BETWEEN_TRIES_MS = 1_000

/**
 * Loads the overlays when the user opens one. When offline, waits for the network and shows a toast
 * about the delay.
 * @throws if loading fails although there is a network
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

/** Delay in ms before loading, so that the screen's own data comes first on a slow network. */
const REST_MS = 2_000

export function fetchOverlaysLater(): void {
  setTimeout(() => void overlays().catch(() => undefined), hovers() ? 0 : REST_MS)
}

let parts: typeof import('./overlay-parts.ts') | undefined

/**
 * Loads the overlays before a screen with hover cards is shown, because adding their wrappers later
 * would remount the rows. Touch screens do not wait.
 */
export async function readyToHover(): Promise<void> {
  if (hovers()) parts = await overlays().catch(() => undefined)
}

/** Returns the loaded components; undefined on devices without a hovering pointer. */
export const hovering = () => (hovers() ? parts : undefined)

const hovers = () => window.matchMedia('(hover: hover)').matches
