import { useQuery } from '@tanstack/react-query'
import { Command, defaultFilter } from 'cmdk'
import {
  ArrowRightLeft,
  CircleHelp,
  Keyboard,
  LogOut,
  Plus,
  RefreshCw,
  Search,
  Settings,
  Users,
} from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { SessionUser } from '#shared/contracts/auth'
import { syncNow } from '#shared/contracts/intake'
import { listTransfers } from '#shared/contracts/transfers/list'
import { formatKroner } from '#shared/money'
import { customerDisplayName, jobTitle } from '#shared/transfer-display'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { May } from '../../lib/access/may.tsx'
import { keyOf } from '../../lib/query-client.ts'
import { leave } from '../../lib/session.ts'
import { useLater } from '../../lib/time.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { useCloseOnBack } from '../../ui/close-on-back.ts'
import { closeOnEscape } from '../../ui/close-on-escape.ts'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Veil } from '../../ui/Veil.tsx'
import { statusLabel } from '#shared/transfer-status'
import type { PlainEntry, StopEntry } from '../../features/help/help-entries.ts'
import { search } from '../../features/help/help-search.ts'
import { mayAdd, nameOf } from '../../features/company-choice/choice-state.ts'
import { switchCompany } from '../../features/company-choice/switch-company.ts'
import { text as companyText } from '../../features/company-choice/text.ts'
import { screensFor } from '../screens.ts'
import { SETTINGS } from './settings-found.ts'

const text = {
  palette: 'Gå til, finn eller gjør',
  placeholder: 'Side, jobb, kunde eller faktura',
  screens: 'Gå til',
  jobs: 'Jobber',
  acts: 'Gjør',
  none: 'Ingen jobber passer',
  searching: 'Søker …',
  searchFailed: 'Kunne ikke søke i overføringene',
  settings: 'Innstillinger',
  help: 'Hjelp',
  allHelp: (query: string) => `Søk etter «${query}» i hjelpen`,
  customers: 'Kunder',
  allCustomers: (query: string) => `Søk etter «${query}» blant kundene`,
  allHits: (query: string) => `Vis alle treff på «${query}»`,
  syncNow: 'Synkroniser nå',
  synced: 'Synkronisering fullført',
  syncFailed: 'Synkronisering feilet',
  showKeys: 'Vis tastene',
  addCompany: companyText.add,
  switchCompany: companyText.switch,
  logout: 'Logg ut',
} as const
const PAUSE_MS = 200
const MOST_HITS = 6
const MOST_HELP = 4
/** The most companies that are listed before anything is typed. */
const MOST_COMPANIES = 5

interface PaletteProps {
  user: SessionUser
  typedEarly: string
  onOpenChange: (open: boolean) => void
  /** Opens something else in its place. */
  onOpen: (what: 'help' | 'new-company') => void
}

/** The command palette (Ctrl K), with every screen, every job and the common actions. */
export default function Palette({ user, typedEarly, onOpenChange, onOpen }: PaletteProps) {
  const navigate = useNavigate()
  const focus = useReturnFocus()
  useCloseOnBack(onOpenChange)
  const [typed, setTyped] = useState(typedEarly)
  const query = useLater(typed.trim(), PAUSE_MS)
  const found = useHits(query)
  // Hides hits for an earlier search text, because Enter would open one of them.
  const hits = query === typed.trim() ? (found.data ?? []) : []
  const first = hits[0]?.id
  const [selected, setSelected] = useState('')
  const [shownFirst, setShownFirst] = useState(first)
  if (first !== shownFirst) {
    setShownFirst(first)
    if (first !== undefined) setSelected(first)
  }
  const settings = everyWord(SETTINGS, typed)
  const help = useHelp(typed)
  const go = (where: string) => {
    onOpenChange(false)
    void navigate(where)
  }
  // The sidebar's list has them all; here they are found by name.
  const others = user.companies.filter(({ id }) => id !== user.company?.id)
  const companies = typed.trim() === '' && others.length > MOST_COMPANIES ? [] : others
  const toCompany = (id: string) => {
    onOpenChange(false)
    void switchCompany(id)
  }
  const sync = () => {
    onOpenChange(false)
    void call(syncNow, {})
      .then(({ message }) => toast({ title: text.synced, description: message }))
      .catch((error: unknown) => toastFailure(text.syncFailed, error))
      .finally(afterWrite(syncNow))
  }
  const screens = screensFor(user)
  return (
    <RadixDialog.Root open onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Veil />
        <RadixDialog.Content
          aria-modal
          aria-describedby={undefined}
          {...focus}
          onKeyDown={closeOnEscape(onOpenChange)}
          className="pointer-events-auto! fixed inset-x-3 top-3 z-50 mx-auto animate-rise overflow-hidden rounded-card border border-line bg-surface shadow-raised outline-none sm:top-[12dvh] sm:max-w-xl"
        >
          <RadixDialog.Title className="sr-only">{text.palette}</RadixDialog.Title>
          <Command
            label={text.palette}
            loop
            filter={sift}
            value={selected}
            onValueChange={setSelected}
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-5 shrink-0 text-ink-2" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder={text.placeholder}
                className="min-h-13 w-full bg-transparent outline-none placeholder:text-ink-2 pointer-coarse:text-[1rem]"
              />
            </div>
            {typed.trim() !== '' && hits.length === 0 && (
              <p role="status" className="px-5 pt-3 text-sm text-ink-2">
                {found.isError
                  ? text.searchFailed
                  : found.isSuccess && query === typed.trim()
                    ? text.none
                    : text.searching}
              </p>
            )}
            <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2">
              {hits.length > 0 && (
                <Command.Group heading={text.jobs} className={GROUP} forceMount>
                  {hits.map((transfer) => {
                    const { text: status, tone } = statusLabel(transfer.status)
                    return (
                      <Item
                        key={transfer.id}
                        value={transfer.id}
                        icon={<ArrowRightLeft aria-hidden className={ICON} />}
                        onSelect={() => go(`/transfers?jobb=${transfer.id}`)}
                      >
                        <span className="min-w-0 flex-1 truncate">
                          <strong className="font-semibold">
                            {jobTitle(transfer.servicem8Data, transfer.servicem8JobId)}
                          </strong>{' '}
                          {transfer.servicem8Data
                            ? customerDisplayName(transfer.servicem8Data)
                            : transfer.customerName}
                        </span>
                        {transfer.amount !== null && (
                          <span className="text-sm whitespace-nowrap text-ink-2 tabular-nums max-sm:hidden">
                            {formatKroner(transfer.amount)}
                          </span>
                        )}
                        <StatusChip tone={tone}>{status}</StatusChip>
                      </Item>
                    )
                  })}
                  <Item
                    value="all hits"
                    icon={<Search aria-hidden className={ICON} />}
                    onSelect={() => go(`/transfers?q=${encodeURIComponent(query)}`)}
                  >
                    {text.allHits(query)}
                  </Item>
                </Command.Group>
              )}
              <Command.Group heading={text.screens} className={GROUP}>
                {screens.map(({ path, title, icon: Icon }) => (
                  <Item
                    key={path}
                    value={title}
                    icon={<Icon aria-hidden className={ICON} />}
                    onSelect={() => go(path)}
                    sifted
                  >
                    {title}
                  </Item>
                ))}
              </Command.Group>
              <Command.Group heading={text.acts} className={GROUP}>
                <May act="transfers">
                  <Item
                    value={text.syncNow}
                    icon={<RefreshCw aria-hidden className={ICON} />}
                    onSelect={sync}
                    sifted
                  >
                    {text.syncNow}
                  </Item>
                </May>
                <Item
                  value={text.showKeys}
                  icon={<Keyboard aria-hidden className={ICON} />}
                  onSelect={() => onOpen('help')}
                  sifted
                >
                  {text.showKeys}
                </Item>
                {mayAdd(user) && (
                  <Item
                    value={text.addCompany}
                    icon={<Plus aria-hidden className={ICON} />}
                    onSelect={() => onOpen('new-company')}
                    sifted
                  >
                    {text.addCompany}
                  </Item>
                )}
                <Item
                  value={text.logout}
                  icon={<LogOut aria-hidden className={ICON} />}
                  onSelect={() => void leave()}
                  sifted
                >
                  {text.logout}
                </Item>
              </Command.Group>
              {companies.length > 0 && (
                <Command.Group heading={text.switchCompany} className={GROUP}>
                  {companies.map((company) => (
                    <Item
                      key={company.id}
                      value={`${text.switchCompany} ${nameOf(company)} ${company.id}`}
                      icon={<ArrowRightLeft aria-hidden className={ICON} />}
                      onSelect={() => toCompany(company.id)}
                      sifted
                    >
                      <span className="truncate">{nameOf(company)}</span>
                    </Item>
                  ))}
                </Command.Group>
              )}
              {settings.length > 0 && (
                <Command.Group heading={text.settings} className={GROUP}>
                  {settings.map(({ title, href }) => (
                    <Item
                      key={href}
                      value={`${SETTING}${href}`}
                      icon={<Settings aria-hidden className={ICON} />}
                      onSelect={() => go(href)}
                      sifted
                    >
                      {title}
                    </Item>
                  ))}
                </Command.Group>
              )}
              {help.length > 0 && (
                <Command.Group heading={text.help} className={GROUP}>
                  {help.slice(0, MOST_HELP).map((entry) => (
                    <Item
                      key={entry.words}
                      value={`${HELP}${entry.words}`}
                      icon={<CircleHelp aria-hidden className={ICON} />}
                      onSelect={() => go(helpOf(entry))}
                      sifted
                    >
                      {entry.title}
                    </Item>
                  ))}
                  {help.length > MOST_HELP && (
                    <Item
                      value={HELP}
                      icon={<Search aria-hidden className={ICON} />}
                      onSelect={() => go(`/help?q=${encodeURIComponent(typed.trim())}`)}
                      sifted
                    >
                      {text.allHelp(typed.trim())}
                    </Item>
                  )}
                </Command.Group>
              )}
              {typed.trim() !== '' && (
                <Command.Group heading={text.customers} className={GROUP}>
                  <Item
                    value={CUSTOMERS}
                    icon={<Users aria-hidden className={ICON} />}
                    onSelect={() => go(`/customers?q=${encodeURIComponent(typed.trim())}`)}
                    sifted
                  >
                    {text.allCustomers(typed.trim())}
                  </Item>
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

const CUSTOMERS = 'search among the customers'
/** The beginnings of values that were found by words, not by cmdk. */
const SETTING = 'setting '
const HELP = 'help '
/** The end of a company's value, by which two of one name differ. Nobody searches for it. */
const COMPANY_ID = / [\da-f-]{36}$/

/**
 * Filters the palette. Settings and help have been found already and come after the screens, and
 * the entry that searches the customers is always kept, as the last.
 */
const sift: typeof defaultFilter = (value, query, keywords) => {
  if (value === CUSTOMERS) return Number.MIN_VALUE
  if (value.startsWith(SETTING)) return 2e-6
  if (value.startsWith(HELP.trim())) return value.length > HELP.length ? 1e-6 : 5e-7
  return defaultFilter(value.replace(COMPANY_ID, ''), query, keywords)
}

/** The entries of the help that contain every word, once its texts have been fetched. */
function useHelp(typed: string): readonly HelpEntry[] {
  const [entries, setEntries] = useState<readonly HelpEntry[]>([])
  useEffect(() => {
    import('../../features/help/help-entries.ts').then(
      ({ STOP_ENTRIES, PLAIN_ENTRIES }) => setEntries([...STOP_ENTRIES, ...PLAIN_ENTRIES]),
      () => undefined,
    )
  }, [])
  return everyWord(entries, typed)
}

type HelpEntry = StopEntry | PlainEntry

const helpOf = (entry: HelpEntry) =>
  'id' in entry ? `/help#${entry.id}` : `/help?q=${encodeURIComponent(entry.title)}`

function everyWord<Entry extends { words: string }>(all: readonly Entry[], typed: string) {
  const { entries, nearest } = search(all, typed)
  return nearest ? [] : entries
}

const ICON = 'size-4.5 shrink-0 text-ink-2'
const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-2'

function Item({
  value,
  icon,
  onSelect,
  sifted,
  children,
}: {
  value: string
  icon: ReactNode
  onSelect: () => void
  /** True for an item that the browser filters; the server filters the others. */
  sifted?: boolean
  children: ReactNode
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      forceMount={!sifted}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 data-[selected=true]:bg-surface-2 pointer-coarse:min-h-11"
    >
      {icon}
      {children}
    </Command.Item>
  )
}

function useHits(query: string) {
  return useQuery({
    queryKey: [...keyOf(listTransfers), 'palette', query],
    queryFn: ({ signal }) => call(listTransfers, { query: { q: query, limit: MOST_HITS }, signal }),
    enabled: query !== '',
    gcTime: 0,
  })
}
