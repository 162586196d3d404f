import { ChevronDown, LogOut, Menu as MenuIcon, Search, Wrench } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import type { SessionUser } from '#shared/contracts/auth'
import { askFor } from '../../lib/company/ask-for.ts'
import { tab } from '../../lib/company/company.ts'
import { leave } from '../../lib/session.ts'
import { IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { ThemeChoice } from '../../ui/ThemeChoice.tsx'
import { commandKey } from '../keys/keys-state.ts'
import { SCREENS, screensFor, type Screen } from '../screens.ts'
import { NeedsBadge } from './NeedsBadge.tsx'
import { PHONE_BAR, SIDE, SIDE_INSIDE, SIDE_LOGO } from './places.ts'
import { text } from './text.ts'

const ITEM =
  'flex min-h-10 w-full items-center gap-3 rounded-md px-2.5 text-left text-[0.9375rem] transition-colors hover:bg-surface-2 hover:text-ink pointer-coarse:min-h-11'

function MenuLink({ screen, onSelect }: { screen: Screen; onSelect?: (() => void) | undefined }) {
  return (
    <li>
      <NavLink
        to={screen.path}
        end={screen.path === '/'}
        onClick={onSelect}
        className={({ isActive }) =>
          cx(ITEM, isActive ? 'bg-brand-soft font-semibold tracking-tight text-ink' : 'text-ink-2')
        }
      >
        <screen.icon aria-hidden className="size-4.5 shrink-0" />
        {screen.title}
      </NavLink>
    </li>
  )
}

function MenuList({ user, onSelect }: { user: SessionUser; onSelect?: () => void }) {
  const [leaving, setLeaving] = useState(false)
  const shown = screensFor(user)
  const logOut = () => void leave(() => setLeaving(true))
  return (
    <>
      {tab.hasSeveral && (
        <button
          type="button"
          aria-haspopup="dialog"
          title={text.company}
          className={cx(ITEM, 'mb-2 font-semibold')}
          onClick={() => {
            onSelect?.()
            askFor('companies')
          }}
        >
          <span className="min-w-0 flex-1 truncate">{user.companyName}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-2" />
        </button>
      )}
      <button
        type="button"
        className="mb-3 flex min-h-9 w-full items-center gap-3 rounded-control border border-line bg-surface px-2.5 text-sm text-ink-2 transition-colors hover:border-line-strong hover:text-ink pointer-coarse:min-h-11"
        onClick={() => {
          onSelect?.()
          askFor('palette')
        }}
      >
        <Search aria-hidden className="size-4 shrink-0" />
        {text.find}
        <kbd aria-hidden className="ml-auto font-sans text-xs pointer-coarse:hidden">
          {commandKey() === '⌘' ? '⌘K' : `${commandKey()} K`}
        </kbd>
      </button>
      <nav aria-label={text.mainMenu}>
        <ul className="grid gap-0.5">
          {shown
            .filter((screen) => screen.menu === 'main')
            .map((screen) => (
              <MenuLink key={screen.path} screen={screen} onSelect={onSelect} />
            ))}
        </ul>
      </nav>
      <div className="mt-auto border-t border-line pt-3">
        <p className="truncate px-2.5 pb-1.5 text-xs text-ink-2" title={user.email}>
          {(!tab.hasSeveral && user.companyName) || user.email}
        </p>
        <ul className="grid gap-0.5">
          {user.workshopUrl && (
            <li>
              <a
                href={user.workshopUrl}
                target="_blank"
                rel="noreferrer"
                onClick={onSelect}
                className={cx(ITEM, 'text-ink-2')}
              >
                <Wrench aria-hidden className="size-4.5 shrink-0" />
                {text.workshop}
              </a>
            </li>
          )}
          {shown
            .filter((screen) => screen.menu === 'footer')
            .map((screen) => (
              <MenuLink key={screen.path} screen={screen} onSelect={onSelect} />
            ))}
          <li>
            <button
              type="button"
              className={cx(ITEM, 'text-ink-2')}
              onClick={logOut}
              disabled={leaving}
            >
              <LogOut aria-hidden className="size-4.5 shrink-0" />
              {text.logout}
            </button>
          </li>
        </ul>
        <ThemeChoice className="mt-3" />
      </div>
    </>
  )
}

export function Sidebar({ user }: { user: SessionUser }) {
  return (
    <div className={SIDE}>
      <aside className={SIDE_INSIDE}>
        <div className={SIDE_LOGO}>
          <Logo />
        </div>
        <MenuList user={user} />
      </aside>
    </div>
  )
}

export function PhoneBar({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(false)
  return (
    <header className={PHONE_BAR}>
      <Logo />
      {tab.name && (
        <span className="min-w-0 flex-1 truncate pl-3 text-right text-sm text-ink-2">
          {tab.name}
        </span>
      )}
      <IconButton
        label={text.menu}
        icon={<MenuIcon aria-hidden className="size-5" />}
        onClick={() => setOpen(true)}
        className="size-11"
      />
      <Sheet open={open} onOpenChange={setOpen} title={text.menu} side="left" hideTitle>
        <div className="flex flex-1 flex-col px-3 pb-4">
          <MenuList user={user} onSelect={() => setOpen(false)} />
        </div>
      </Sheet>
    </header>
  )
}

export function BottomBar() {
  return (
    <nav
      aria-label={text.bottomBar}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] md:hidden print:hidden"
    >
      <ul className="mx-auto grid h-14 max-w-md auto-cols-fr grid-flow-col">
        {SCREENS.filter(({ inBottomBar }) => inBottomBar).map((screen) => (
          <li key={screen.path} className="grid">
            <NavLink
              to={screen.path}
              end={screen.path === '/'}
              className={({ isActive }) =>
                cx(
                  'group relative grid place-content-center justify-items-center gap-0.5 text-[0.75rem]/4 whitespace-nowrap -outline-offset-2 max-[22rem]:text-[0.6875rem]/4',
                  isActive ? 'font-semibold text-brand' : 'text-ink-2',
                )
              }
            >
              <span className="rounded-full px-4 py-0.5 group-aria-[current=page]:bg-brand-soft">
                <screen.icon aria-hidden className="size-5" />
              </span>
              {screen.title}
              {screen.path === '/transfers' && <NeedsBadge />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
