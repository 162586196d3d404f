import {
  ArrowRightLeft,
  CircleHelp,
  CircleUser,
  GitCompareArrows,
  LayoutDashboard,
  Scale,
  ScrollText,
  Settings,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'

/**
 * One screen of the logged-in product. A new feature adds one entry, and has its route, title and
 * place in the menu.
 */
export interface Screen {
  path: `/${string}`
  /** In the menu and in the browser's tab. */
  title: string
  icon: LucideIcon
  menu: 'main' | 'footer' | 'none'
  /** Also in the phone's bottom bar, within reach of the thumb: what is looked at between two jobs. */
  inBottomBar?: true
  access: 'user' | 'admin'
  load: () => Promise<ComponentType>
}

export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    icon: LayoutDashboard,
    menu: 'main',
    inBottomBar: true,
    access: 'user',
    load: async () => (await import('../features/dashboard/DashboardPage.tsx')).DashboardPage,
  },
  {
    path: '/configuration',
    title: 'Konfigurasjoner',
    icon: Settings,
    menu: 'main',
    access: 'user',
    load: async () =>
      (await import('../features/configuration/ConfigurationPage.tsx')).ConfigurationPage,
  },
  {
    path: '/transfers',
    title: 'Overføringer',
    icon: ArrowRightLeft,
    menu: 'main',
    inBottomBar: true,
    access: 'user',
    load: async () => (await import('../features/transfers/TransfersPage.tsx')).TransfersPage,
  },
  {
    path: '/reconciliation',
    title: 'Avstemming',
    icon: Scale,
    menu: 'main',
    inBottomBar: true,
    access: 'user',
    load: async () =>
      (await import('../features/reconciliation/ReconciliationPage.tsx')).ReconciliationPage,
  },
  {
    path: '/customers',
    title: 'Kunder',
    icon: Users,
    menu: 'main',
    access: 'user',
    load: async () => (await import('../features/customers/CustomersPage.tsx')).CustomersPage,
  },
  {
    path: '/customers/import',
    title: 'Koble kundene til Fiken',
    icon: GitCompareArrows,
    menu: 'none',
    access: 'user',
    load: async () => (await import('../features/customers/import/ImportPage.tsx')).ImportPage,
  },
  {
    path: '/errors',
    title: 'Logg',
    icon: ScrollText,
    menu: 'main',
    inBottomBar: true,
    access: 'user',
    load: async () =>
      (await import('../features/activity-log/ActivityLogPage.tsx')).ActivityLogPage,
  },
  {
    path: '/help',
    title: 'Hjelp',
    icon: CircleHelp,
    menu: 'main',
    access: 'user',
    load: async () => (await import('../features/help/HelpPage.tsx')).HelpPage,
  },
  {
    path: '/profile',
    title: 'Min profil',
    icon: CircleUser,
    menu: 'footer',
    access: 'user',
    load: async () => (await import('../features/profile/ProfilePage.tsx')).ProfilePage,
  },
]
