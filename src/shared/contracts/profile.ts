import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { forgottenPassword, passwordChange, passwordReset, profile } from '../forms/profile.ts'
import { sessionUser } from './auth.ts'

export type { PasswordChange, PasswordReset, Profile } from '../forms/profile.ts'

const done = z.object({ message: z.string() })

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/profile',
  access: 'user',
  act: 'self',
  changes: [],
  summary:
    'Endre egne opplysninger; e-postadressen er også brukernavnet, og en ny krever at passordet nylig er skrevet',
  body: profile,
  answer: sessionUser,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/change-password',
  access: 'user',
  act: 'self',
  changes: [],
  summary: 'Bytt passord; andre innlogginger avsluttes',
  body: passwordChange,
  answer: done,
})

/** The companies that are deleted with a person's log-in, and who else is in them. */
export const deletion = z.object({
  companies: z.array(
    z.object({ id: z.string(), name: z.nullable(z.string()), members: z.array(z.string()) }),
  ),
})
export type Deletion = z.infer<typeof deletion>

export const readDeletion = endpoint({
  method: 'GET',
  path: '/api/session/delete-account',
  access: 'user',
  act: 'self',
  summary: 'Hvilke firmaer som slettes med kontoen, og hvem andre som er med i dem',
  answer: deletion,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/session/delete-account',
  access: 'user',
  act: 'self',
  changes: [],
  freshPassword: true,
  summary: 'Slett kontoen og alt som hører til',
  answer: done,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  access: 'public',
  changes: [],
  summary: 'Send en lenke for nytt passord; svaret røper ikke om adressen har en konto',
  body: forgottenPassword,
  answer: done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  access: 'public',
  changes: [],
  summary: 'Sett nytt passord med lenken fra e-posten',
  body: passwordReset,
  answer: done,
})

export const mailPreferences = z.object({
  failureMail: z.boolean('Ugyldig verdi'),
  weeklySummary: z.boolean('Ugyldig verdi'),
})
export type MailPreferences = z.infer<typeof mailPreferences>

export const readMailPreferences = endpoint({
  method: 'GET',
  path: '/api/notification-preferences',
  access: 'user',
  act: 'read',
  summary: 'Hvilke e-poster om firmaet den innloggede vil ha',
  answer: mailPreferences,
})

export const saveMailPreferences = endpoint({
  method: 'PUT',
  path: '/api/notification-preferences',
  access: 'user',
  act: 'read',
  changes: [],
  summary: 'Velg e-poster',
  body: mailPreferences,
  answer: mailPreferences,
})

export const dataExport = z.object({
  /**
   * The state of the export. done: everything was sent · left: the client disconnected · failed:
   * the download is incomplete.
   */
  state: z.enum(['none', 'running', 'done', 'left', 'failed']),
  startedAt: z.nullable(z.string()),
})
export type DataExport = z.infer<typeof dataExport>

/**
 * The path of a ZIP file with everything stored about the company, for its owner. The path serves a
 * download, so it is not declared as an endpoint.
 */
export const EXPORT_PATH = '/api/profile/export'
/** The path of a ZIP file with everything stored about the person. */
export const OWN_EXPORT_PATH = '/api/profile/own-data'

export const readDataExport = endpoint({
  method: 'GET',
  path: '/api/profile/export/status',
  access: 'user',
  act: 'company_export',
  summary: 'Hvordan det går med nedlastingen av firmaets data',
  answer: dataExport,
})
