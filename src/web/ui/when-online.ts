/**
 * What is loaded; without network, once there is one again.
 *
 * @param offline called each time it has to wait for that
 * @throws what fails with a network
 */
export async function whenOnline<Part>(
  load: () => Promise<Part>,
  offline?: () => void,
): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      offline?.()
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    }
  }
}
