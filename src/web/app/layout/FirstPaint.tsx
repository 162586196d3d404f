import { text as activityLog } from '../../features/activity-log/text.ts'
import { text as configuration } from '../../features/configuration/text.ts'
import { text as customers } from '../../features/customers/text.ts'
import { text as dashboard } from '../../features/dashboard/text.ts'
import { text as help } from '../../features/help/text.ts'
import { text as products } from '../../features/products/text.ts'
import { text as profile } from '../../features/profile/text.ts'
import { text as reconciliation } from '../../features/reconciliation/text.ts'
import { text as transfers } from '../../features/transfers/text.ts'
import { Logo } from '../../ui/Logo.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { FRAME, MAIN, MAIN_BESIDE_MENU, PHONE_BAR, SIDE, SIDE_INSIDE, SIDE_LOGO } from './places.ts'
import { text } from './text.ts'

interface Head {
  text: { title: string; subtitle?: string }
  kind?: 'compact' | 'stacked'
}

export const HEADS: Readonly<Record<string, Head>> = {
  '/': { text: dashboard, kind: 'stacked' },
  '/configuration': { text: configuration },
  '/transfers': {
    text: { ...transfers, subtitle: transfers.subtitle(transfers.sorts.job_newest) },
    kind: 'compact',
  },
  '/reconciliation': { text: reconciliation },
  '/customers': { text: customers, kind: 'compact' },
  '/product-sync': { text: products, kind: 'compact' },
  '/errors': { text: activityLog },
  '/help': { text: help },
  '/profile': { text: profile },
}

/**
 * Renders the first paint of a screen, before any script runs: the frame, the screen's title and a
 * loading notice. The build renders this markup and the server puts it into the page (decision
 * 0049). Screen readers skip the markup and read the real screen.
 */
export function FirstPaint({ text: { title, subtitle }, kind }: Head) {
  return (
    <div className={FRAME}>
      <div aria-hidden className={SIDE}>
        <div className={SIDE_INSIDE}>
          <div className={SIDE_LOGO}>
            <Logo />
          </div>
        </div>
      </div>
      <div aria-hidden className={PHONE_BAR}>
        <Logo />
        <span className="size-11" />
      </div>
      <div className={`${MAIN} ${MAIN_BESIDE_MENU}`}>
        <div aria-hidden>
          <PageHeader
            title={title}
            subtitle={subtitle}
            stacked={kind === 'stacked'}
            compact={kind === 'compact'}
            // Reserves the height of the buttons, because the title is centred beside them.
            actions={kind === 'compact' && <span className="h-9 pointer-coarse:h-11" />}
          />
        </div>
        <p
          role="status"
          className="mt-12 flex animate-late items-center justify-center gap-3 text-ink-2"
        >
          <Spinner label={null} className="size-5" />
          {text.loadingUser}
        </p>
      </div>
    </div>
  )
}
