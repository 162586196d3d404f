import { missingScopes, SERVICEM8_SCOPES } from '#clients/servicem8/oauth'
import { seen, type Point } from './point.ts'
import { brief } from './wire.ts'

const LIMITER = 'src/server/platform/limiter/vendor-limiter.ts'
const WORDS = 'src/clients/servicem8/access.ts'

/** Questions about all responses of the run, asked after all other questions. */
export const LIMITS: Point[] = [
  ...(['fiken', 'servicem8'] as const).flatMap((vendor): Point[] => {
    const fiken = vendor === 'fiken'
    return [
      {
        id: `${vendor}.limits.pace`,
        question: fiken
          ? 'Is nothing refused at four requests a second, one at a time?'
          : 'Is nothing refused at 170 requests a minute?',
        expected: 'no 429',
        today: 'every request takes its turn, over all processes; a 429 is waited out',
        file: LIMITER,
        whatToChange: fiken
          ? 'Lower the starts a second in lane-leases.ts'
          : 'Lower the starts a minute in account-allowances.ts',
        async ask(lab) {
          const { throttled, throttledText, requests } = lab[vendor].observed
          return seen(
            `${throttled} of ${requests} requests${throttledText && `: ${throttledText.slice(0, 80)}`}`,
            throttled === 0,
          )
        },
      },
      {
        id: `${vendor}.limits.headers`,
        question: 'Does any answer carry a header about limits?',
        expected: 'none',
        today: 'Retry-After is honoured wherever it comes; nothing else is read',
        file: 'src/clients/http/transport.ts',
        whatToChange:
          'Nothing breaks; a header that names what is left could replace our own count',
        async ask(lab) {
          const names = [...lab[vendor].observed.limitHeaders].sort()
          return seen(names.join(', ') || 'none', names.length === 0)
        },
      },
    ]
  }),
  {
    id: 'servicem8.limits.scopes',
    question: 'Are all scopes granted that the product asks for?',
    expected: 'all',
    today: 'a missing one asks the person to connect again; read_tax_rates may be missing',
    file: 'src/clients/servicem8/oauth.ts',
    whatToChange: 'Register the scope for the add-on, or leave it out with what needs it',
    async ask({ servicem8 }) {
      const granted = servicem8.session.scope
      const missing = [
        ...missingScopes(granted),
        ...SERVICEM8_SCOPES.filter(
          (scope) => scope === 'read_tax_rates' && !granted.split(/[\s,]+/).includes(scope),
        ),
      ]
      return seen(missing.join(', ') || 'none missing', missing.length === 0)
    },
  },
  {
    id: 'servicem8.limits.tax-rates',
    question: 'May tax rates be read with OAuth?',
    expected: '200',
    today: 'without them the person types the table of rates',
    file: 'src/server/features/mirrors/tax-rates.ts',
    whatToChange: 'Nothing breaks: the table is typed. Ask ServiceM8 for the scope',
    async ask({ servicem8 }) {
      const answer = await servicem8.raw('GET', '/api_1.0/taxrate.json', {
        query: { cursor: '-1' },
      })
      return seen(answer.status === 200 ? '200' : brief(answer), answer.status === 200)
    },
  },
  {
    id: 'fiken.limits.scope',
    question: 'Are one-at-a-time and four-a-second per person, per token, per app or per company?',
    expected: 'per person',
    today: 'one lane for each Fiken user, over all processes',
    file: 'src/server/features/connections/providers.ts',
    whatToChange: 'Per app: one lane for all (fikenLane), and ask Fiken for more before growing',
    ask: 'Ask api@fiken.no, together with the approval',
  },
  {
    id: 'servicem8.limits.day',
    question: 'When is the allowance of 20 000 requests a day reset?',
    expected: 'at midnight, or 24 hours after the first',
    today: 'after a refusal that says "per day" it is tried again each hour',
    file: WORDS,
    whatToChange: 'Nothing: an hour is the longest that is lost',
    ask: 'Ask ServiceM8’s developer support',
  },
]
