import { describe, expect, it } from 'vitest'
import { currentToast, dismissToast, subscribeToToast, toast } from './toast-store.ts'

describe('toasts', () => {
  it('shows one at a time, for 5 seconds unless told', () => {
    toast({ title: 'Første' })
    toast({ title: 'Andre', variant: 'destructive', duration: 10_000 })
    expect(currentToast()).toMatchObject({ title: 'Andre', variant: 'destructive', duration: 10_000 })
    toast({ title: 'Tredje' })
    expect(currentToast()).toMatchObject({ title: 'Tredje', variant: 'default', duration: 5000 })
  })
  it('does not take away a newer toast when an older one runs out', () => {
    toast({ title: 'Gammel' })
    const old = currentToast()?.id ?? 0
    toast({ title: 'Ny' })
    dismissToast(old)
    expect(currentToast()?.title).toBe('Ny')
    dismissToast(currentToast()?.id ?? 0)
    expect(currentToast()).toBeNull()
  })
  it('tells its listeners until they leave', () => {
    let told = 0
    const leave = subscribeToToast(() => told++)
    toast({ title: 'A' })
    leave()
    toast({ title: 'B' })
    expect(told).toBe(1)
  })
})
