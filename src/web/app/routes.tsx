import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { pageTitle } from '../lib/company/company.ts'
import { AccessGate } from './layout/AccessGate.tsx'
import { Frame } from './layout/Frame.tsx'
import { LoadingUser } from './layout/LoadingUser.tsx'
import { SCREENS, type Screen } from './screens.ts'
import { CrashPage } from './layout/CrashPage.tsx'

function routeOf(screen: Screen): RouteObject {
  return {
    path: screen.path,
    lazy: async () => {
      const Content = await screen.load()
      return {
        Component: () => (
          <>
            <title>{pageTitle(screen.title)}</title>
            <Content />
          </>
        ),
      }
    },
  }
}

/** Creates the router, which begins with the screen of the address. */
export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Frame,
      ErrorBoundary: CrashPage,
      HydrateFallback: LoadingUser,
      children: [
        { Component: AccessGate, ErrorBoundary: CrashPage, children: SCREENS.map(routeOf) },
        { path: '/config', element: <Navigate to="/configuration" replace /> },
        {
          path: '/auth',
          lazy: async () => ({
            Component: (await import('../features/auth/AuthPage.tsx')).AuthPage,
          }),
        },
        {
          path: '/forgot-password',
          lazy: async () => ({
            Component: (await import('../features/auth/ForgotPasswordPage.tsx')).ForgotPasswordPage,
          }),
        },
        {
          path: '/reset-password',
          lazy: async () => ({
            Component: (await import('../features/auth/ResetPasswordPage.tsx')).ResetPasswordPage,
          }),
        },
        {
          path: '/confirm-email',
          lazy: async () => ({
            Component: (await import('../features/auth/ConfirmEmailPage.tsx')).ConfirmEmailPage,
          }),
        },
        {
          path: '/invitasjon',
          lazy: async () => ({
            Component: (await import('../features/auth/InvitationPage.tsx')).InvitationPage,
          }),
        },
        {
          path: '/privacy',
          lazy: async () => ({
            Component: (await import('../features/privacy/PrivacyPage.tsx')).PrivacyPage,
          }),
        },
        {
          path: '*',
          lazy: async () => ({
            Component: (await import('./layout/NotFoundPage.tsx')).NotFoundPage,
          }),
        },
      ],
    },
  ])
