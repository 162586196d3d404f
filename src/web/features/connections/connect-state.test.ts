import { describe, expect, it } from 'vitest'
import {
  isMobile,
  outcomeIn,
  outcomeInAddress,
  popupFeatures,
  successToast,
} from './connect-state.ts'

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150'

describe('approving a system', () => {
  it('redirects on phones and narrow windows, and opens a popup elsewhere', () => {
    expect(isMobile(DESKTOP, 1280)).toBe(false)
    expect(isMobile(DESKTOP, 768)).toBe(true)
    expect(isMobile('Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X)', 1280)).toBe(true)
  })
  it('opens a popup of the right size in the middle', () => {
    const screen = { left: 0, top: 0, width: 1600, height: 1000 }
    expect(popupFeatures('servicem8', screen)).toBe('popup,width=1024,height=800,left=288,top=100')
    expect(popupFeatures('fiken', screen)).toBe('popup,width=600,height=700,left=500,top=150')
    expect(popupFeatures('servicem8', { ...screen, width: 800, height: 600 })).toContain(
      'left=0,top=0',
    )
  })
  it('accepts the four messages and nothing else', () => {
    expect(outcomeIn({ type: 'fiken_auth_success' })).toEqual({
      vendor: 'fiken',
      ok: true,
      error: null,
    })
    expect(outcomeIn({ type: 'servicem8_auth_error', error: 'Avvist' })).toEqual({
      vendor: 'servicem8',
      ok: false,
      error: 'Avvist',
    })
    expect(outcomeIn({ type: 'fiken_auth_error' })?.error).toBeNull()
    for (const other of [
      null,
      'fiken_auth_success',
      {},
      { type: 'heard' },
      { type: 'evil_auth_success' },
    ])
      expect(outcomeIn(other)).toBeNull()
  })
  it('says what was agreed to: a connection, or that payments are reported back', () => {
    expect(successToast('servicem8', 'connection', null)).toEqual({
      title: 'ServiceM8 er tilkoblet',
      description: 'Vi kan lese jobbene dine.',
    })
    expect(successToast('servicem8', 'payments', true)).toEqual({
      title: 'ServiceM8 har godkjent',
      description: 'Betalinger i Fiken meldes til ServiceM8 fra nå av.',
    })
    expect(successToast('servicem8', 'payments', false).description).toMatch(
      /^Betalinger meldes ikke ennå/,
    )
    expect(successToast('servicem8', 'payments', null)).toEqual({ title: 'ServiceM8 er tilkoblet' })
    expect(successToast('fiken', 'payments', null).description).toBe(
      'Velg hvilket selskap fakturaene skal til.',
    )
    expect(successToast(null, 'connection', null)).toEqual({ title: 'Systemet er tilkoblet' })
  })
  it('treats a code in the address as a success, and takes no text from it', () => {
    expect(outcomeInAddress(new URLSearchParams('code=abc'))).toEqual({ vendor: null, ok: true })
    expect(outcomeInAddress(new URLSearchParams('code=done&vendor=fiken'))?.vendor).toBe('fiken')
    expect(outcomeInAddress(new URLSearchParams('auth_error=Ring+oss&vendor=servicem8'))).toEqual({
      vendor: 'servicem8',
      ok: false,
    })
    expect(outcomeInAddress(new URLSearchParams('status=failed'))).toBeNull()
  })
})
