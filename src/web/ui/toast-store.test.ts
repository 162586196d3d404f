import { describe, expect, it } from 'vitest'
import { currentToast, dismissToast, subscribeToToast, toast } from './toast-store.ts'

describe('toasts', () => {
  it('shows one at a time, for 5 seconds by default', () => {
    toast({ title: 'Første' })
    toast({ title: 'Andre', variant: 'destructive', duration: 10_000 })
    expect(currentToast()).toMatchObject({
      title: 'Andre',
      variant: 'destructive',
      duration: 10_000,
    })
    toast({ title: 'Tredje' })
    expect(currentToast()).toMatchObject({ title: 'Tredje', variant: 'default', duration: 5000 })
  })
  it('does not remove a newer toast when an older one expires', () => {
    toast({ title: 'Gammel' })
    const old = currentToast()?.id ?? 0
    toast({ title: 'Ny' })
    dismissToast(old)
    expect(currentToast()?.title).toBe('Ny')
    dismissToast(currentToast()?.id ?? 0)
    expect(currentToast()).toBeNull()
  })
  it('calls its listeners until they unsubscribe', () => {
    let calls = 0
    const leave = subscribeToToast(() => calls++)
    toast({ title: 'A' })
    leave()
    toast({ title: 'B' })
    expect(calls).toBe(1)
  })
})
