/**
 * The OAuth client of any vendor, for code that holds tokens; see servicem8/oauth.ts and
 * fiken/oauth.ts.
 */
export type { OAuthClient, OAuthOptions, TokenSet } from './http/oauth.ts'
