import {
  Activity,
  ArrowRightLeft,
  Briefcase,
  CircleHelp,
  CircleUser,
  GitCompareArrows,
  LayoutDashboard,
  Package,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { SessionUser } from '#shared/contracts/auth'
import { readyToHover } from '../ui/overlays.ts'

export interface Screen {
  path: `/${string}`
  title: string
  icon: LucideIcon
  menu: 'main' | 'footer' | 'none'
  inBottomBar?: true
  access: 'user' | 'admin'
  /** True if the menu shows it only to users with several companies. */
  forSeveral?: true
  /**
   * Endpoints that the screen needs, requested while the scripts are loading (vite.plugins.ts).
   * Must be literals, because the build reads the list from the source.
   */
  answers?: readonly string[]
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
    answers: [
      '/api/stats',
      '/api/transfers?limit=5',
      '/api/configuration',
      '/api/system-status',
      '/api/setup-instructions',
      '/api/unapproved-jobs',
      '/api/transfers/waiting',
      '/api/collective',
      '/api/stats/daily',
    ],
    load: async () => {
      const [page] = await Promise.all([
        import('../features/dashboard/DashboardPage.tsx'),
        readyToHover(),
      ])
      return page.DashboardPage
    },
  },
  {
    path: '/configuration',
    title: 'Konfigurasjoner',
    icon: Settings,
    menu: 'main',
    access: 'user',
    answers: ['/api/configuration', '/api/system-status', '/api/subscription'],
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
    answers: [
      '/api/transfers?limit=50&page=1&sort=job_newest',
      '/api/transfers/causes',
      '/api/configuration',
      '/api/stats',
    ],
    load: async () => {
      const [page] = await Promise.all([
        import('../features/transfers/TransfersPage.tsx'),
        readyToHover(),
      ])
      return page.TransfersPage
    },
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
    path: '/mine-firma',
    title: 'Mine firma',
    icon: Briefcase,
    menu: 'main',
    access: 'user',
    forSeveral: true,
    load: async () =>
      (await import('../features/own-companies/OwnCompaniesPage.tsx')).OwnCompaniesPage,
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
    path: '/product-sync',
    title: 'Produktsynkronisering',
    icon: Package,
    menu: 'main',
    access: 'user',
    load: async () => (await import('../features/products/ProductsPage.tsx')).ProductsPage,
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
  {
    path: '/admin',
    title: 'Admin Panel',
    icon: ShieldCheck,
    menu: 'footer',
    access: 'admin',
    load: async () => (await import('../features/admin/AdminPage.tsx')).AdminPage,
  },
  {
    path: '/admin/drift',
    title: 'Drift',
    icon: Activity,
    menu: 'none',
    access: 'admin',
    load: async () => (await import('../features/operations/OperationsPage.tsx')).OperationsPage,
  },
]

/** Returns the screens that the menu and the palette offer the user. */
export const screensFor = ({
  isAdmin,
  companies,
}: Pick<SessionUser, 'isAdmin' | 'companies'>): Screen[] =>
  SCREENS.filter(
    ({ access, forSeveral }) =>
      (access === 'user' || isAdmin) && (!forSeveral || companies.length > 1),
  )
