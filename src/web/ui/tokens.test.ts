import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Parses `--name: light-dark(#rrggbb, #rrggbb)` from the token file. */
function coloursIn(css: string, theme: 'light' | 'dark'): Record<string, string> {
  const both = /--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g
  return Object.fromEntries(
    [...css.matchAll(both)].map(([, name, light, dark]) => [
      name,
      theme === 'light' ? light : dark,
    ]),
  )
}

/** Returns a colour's relative luminance by WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const themes = { light: coloursIn(css, 'light'), dark: coloursIn(css, 'dark') }

const TEXT: [ink: string, ground: string][] = [
  ...['ink', 'ink-2', 'brand', 'ok', 'wait', 'bad', 'info'].flatMap((ink): [string, string][] => [
    [ink, 'ground'],
    [ink, 'surface'],
    [ink, 'surface-2'],
  ]),
  ['ink', 'brand-soft'],
  ['brand', 'brand-soft'],
  ['brand-ink', 'brand'],
  ['brand-ink', 'brand-hover'],
  ['bad-ink', 'bad'],
  ['bad-ink', 'bad-hover'],
  ...['ok', 'wait', 'bad', 'info'].flatMap((tone): [string, string][] => [
    [tone, `${tone}-soft`],
    ['ink', `${tone}-soft`],
  ]),
]
const EDGES: [string, string][] = [
  ['line-strong', 'surface'],
  ['line-strong', 'ground'],
  ['brand', 'surface'],
  ['brand', 'ground'],
]

describe.each(Object.entries(themes))('colours in the %s theme', (_name, colours) => {
  it.each(TEXT)('text in %s on %s can be read (4.5:1)', (ink, ground) => {
    expect(contrast(colours[ink] ?? '', colours[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
  it.each(EDGES)('the edge %s on %s can be seen (3:1)', (edge, ground) => {
    expect(contrast(colours[edge] ?? '', colours[ground] ?? '')).toBeGreaterThanOrEqual(3)
  })
})
