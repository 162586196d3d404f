import { expect, test } from 'vitest'
import { APP_ROUTES, hasScreen, WITHOUT_SCREEN } from '#shared/routes'
import { SCREENS } from './screens.ts'

test('a route is without a screen exactly when it says so', () => {
  const paths: readonly string[] = SCREENS.map(({ path }) => path)
  // Screens that are not in the menu, and the short name of the configuration screen.
  const others = [
    '/auth',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    '/invitasjon',
    '/privacy',
    '/config',
  ]
  expect(APP_ROUTES.filter((path) => !paths.includes(path) && !others.includes(path))).toEqual(
    WITHOUT_SCREEN,
  )
  expect([
    hasScreen('/configuration#mva'),
    hasScreen('/product-sync'),
    hasScreen('/admin'),
    hasScreen('/finnes-ikke'),
  ]).toEqual([true, true, true, false])
})
