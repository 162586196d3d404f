import { isExternalError } from '#clients/http/external-error'
import type { VendorLab } from './lab.ts'
import { seen, type Point, type Seen } from './point.ts'
import { brief } from './wire.ts'

const RENEW = 'src/server/features/connections/tokens/renew-tokens.ts'
const OAUTH = 'src/clients/http/oauth.ts'

const ABOUT = {
  fiken: { name: 'Fiken', path: '/user', lifetime: [80_000, 90_000] },
  servicem8: { name: 'ServiceM8', path: '/api_1.0/vendor.json', lifetime: [3_500, 3_700] },
} as const

/** Returns the questions about tokens and refusals, asked last because they can end the grant. */
export function grantPoints(vendor: 'fiken' | 'servicem8'): Point[] {
  const { name, path, lifetime } = ABOUT[vendor]
  const points: Point[] = [
    {
      id: `${vendor}.grants.lifetime`,
      question: `How long does an access token of ${name} last?`,
      expected: vendor === 'fiken' ? 'about 24 hours' : 'an hour',
      today: 'what the answer says counts; a minute before it the token is renewed',
      file: RENEW,
      whatToChange: 'Nothing: what the answer says counts',
      async ask(lab) {
        const tokens = await lab[vendor].session.renew()
        const seconds = (Date.parse(tokens.expiresAt) - lab.clock.now()) / 1_000
        const [least, most] = lifetime
        return seen(`${Math.round(seconds)} s`, seconds >= least && seconds <= most)
      },
    },
    {
      id: `${vendor}.grants.bad-access-token`,
      question: `What does ${name} answer to an access token that it does not know?`,
      expected: '401',
      today: 'after a 401 the token is renewed once, and the call made again',
      file: 'src/clients/http/transport.ts',
      whatToChange: 'Renew after that status too, in kindOfStatus',
      async ask(lab) {
        const raw = vendor === 'fiken' ? lab.fiken.rawApi : lab.servicem8.raw
        const answer = await raw('GET', path, { token: 'no-such-token' })
        return seen(brief(answer), answer.status === 401)
      },
    },
    {
      id: `${vendor}.grants.bad-refresh-token`,
      question: `How does ${name} refuse a refresh token that it does not know?`,
      expected: '400 invalid_grant',
      today: 'only invalid_grant in JSON ends a grant (decision 0020)',
      file: OAUTH,
      whatToChange:
        'Add what it says to kindOfTokenFailure; until then a revoked user is retried for six hours instead of asked to reconnect',
      ask: (lab) =>
        refusal(lab[vendor], (oauth) => oauth.refresh('no-such-token'), 'invalid_grant'),
    },
    {
      id: `${vendor}.grants.bad-code`,
      question: `How does ${name} refuse a code that it does not know?`,
      expected: '400 invalid_grant',
      today: 'connecting says that it must be tried again',
      file: 'src/server/features/connections/oauth/connect.ts',
      whatToChange: 'Nothing breaks; the text may name the cause better',
      ask: (lab) =>
        refusal(
          lab[vendor],
          (oauth) =>
            oauth.exchange({
              code: 'no-such-code',
              state: 'verify',
              redirectUri: lab[vendor].redirectUri,
            }),
          'invalid_grant',
        ),
    },
    {
      id: `${vendor}.grants.bad-secret`,
      question: `How does ${name} refuse a wrong client secret?`,
      expected: '400 or 401 invalid_client, and not invalid_grant',
      today: 'grants are kept and tried again, and the operator is alerted',
      file: OAUTH,
      whatToChange:
        'If it says invalid_grant: a wrong secret would disconnect every customer. Check the secret with the doctor before each deployment, and keep grants for a day after such a refusal',
      ask: (lab) =>
        refusal(
          { ...lab[vendor], oauth: lab[vendor].strangerOauth },
          (oauth) => oauth.refresh('no-such-token'),
          'invalid_client',
        ),
    },
    {
      id: `${vendor}.grants.rotation`,
      question: `Does ${name} give a new refresh token at each use?`,
      expected: 'yes',
      today:
        'the returned one is stored before it is used, and renewals of one grant never run side by side',
      file: RENEW,
      whatToChange: 'Nothing: a token that stays the same is stored again',
      async ask(lab) {
        const before = lab[vendor].session.tokens().refreshToken
        const { refreshToken } = await lab[vendor].session.renew()
        return seen(refreshToken === before ? 'the same' : 'a new one', refreshToken !== before)
      },
    },
    {
      id: `${vendor}.grants.grace`,
      question: `Does a used refresh token of ${name} still work right after?`,
      expected: 'no: invalid_grant',
      today: 'a renewal whose answer was lost is tried once more, then a person must connect again',
      file: RENEW,
      whatToChange: 'Nothing breaks: a grace makes the second try succeed',
      async ask(lab) {
        const before = lab[vendor].session.tokens().refreshToken
        await lab[vendor].session.renew()
        return refusal(lab[vendor], (oauth) => oauth.refresh(before), 'invalid_grant')
      },
    },
    {
      id: `${vendor}.grants.after-reuse`,
      question: `Does the grant of ${name} survive that a used refresh token was tried?`,
      expected: 'yes: the newest pair still works',
      today: 'an old token is tried once, only when the answer to its use was lost',
      file: RENEW,
      whatToChange:
        'Do not try again after a lost answer: keep the access token to its end, and ask the person to connect again',
      async ask(lab) {
        try {
          await lab[vendor].session.renew()
          return seen('the newest pair works', true)
        } catch (error) {
          return seen(wordsOf(error), false)
        }
      },
    },
    {
      id: `${vendor}.grants.refresh-lifetime`,
      question: `How long does an unused refresh token of ${name} last?`,
      expected: 'not published; at least 60 days is hoped for',
      today: 'while the integration is on, the sweep and the hourly reading use the grant',
      file: RENEW,
      whatToChange: 'Renew grants of integrations that are switched off once a week',
      ask: vendor === 'fiken' ? 'Ask api@fiken.no' : 'Ask ServiceM8’s developer support',
    },
  ]
  return vendor === 'fiken' ? [...points, REVOCATION] : points
}

const REVOCATION: Point = {
  id: 'fiken.grants.revoke',
  question: 'Does revoking at Fiken end the access token at once?',
  expected: '200, then 401',
  today: 'disconnecting revokes, and deletes our tokens whatever the answer is',
  file: 'src/server/features/connections/oauth/disconnect.ts',
  whatToChange: 'Say in the text at "Koble fra" that the access is to be removed in Fiken too',
  async ask({ fiken }) {
    const { accessToken } = fiken.session.tokens()
    await fiken.oauth.revoke(accessToken)
    const answer = await fiken.rawApi('GET', '/user', { token: accessToken })
    return seen(brief(answer), answer.status === 401)
  },
}

/** Reports how the token endpoint refuses; as expected is this OAuth error code with a 4xx. */
async function refusal(
  { oauth }: Pick<VendorLab, 'oauth'>,
  ask: (oauth: VendorLab['oauth']) => Promise<unknown>,
  code: 'invalid_grant' | 'invalid_client',
): Promise<Seen> {
  try {
    await ask(oauth)
    return seen('it was taken', false)
  } catch (error) {
    if (!isExternalError(error)) throw error
    const status = error.status ?? 0
    return seen(wordsOf(error), error.oauthCode === code && status >= 400 && status < 500)
  }
}

function wordsOf(error: unknown): string {
  if (!isExternalError(error)) return String(error)
  return [error.status ?? 'no answer', error.oauthCode ?? error.details].join(' ')
}
