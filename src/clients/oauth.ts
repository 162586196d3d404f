/** Any vendor's OAuth client, for holders of tokens; see servicem8/oauth.ts and fiken/oauth.ts. */
export type { OAuthClient, OAuthOptions, TokenSet } from './http/oauth.ts'
