/**
 * The OAuth client of any vendor, for holders of tokens; created by servicem8/oauth.ts and
 * fiken/oauth.ts.
 */
export type { OAuthClient, OAuthOptions, TokenSet } from './http/oauth.ts'
