export type { OAuthClient, OAuthOptions, TokenSet } from './http/oauth.ts'
