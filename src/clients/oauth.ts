/**
 * What every vendor's OAuth client can do, for those who hold tokens; made by servicem8/oauth.ts
 * and fiken/oauth.ts.
 */
export type { OAuthClient, OAuthOptions, TokenSet } from './http/oauth.ts'
