import { HttpError } from './platform/http-error.ts'
import type { Platform } from './platform/platform.ts'
import { registerUser } from './features/auth/account/register-user.ts'

export const DEMO_EMAIL = 'demo@fakturabro.test'
export const DEMO_PASSWORD = 'demo-passord-1'

/** Creates the demo user, without connections or settings, whose login `npm start` prints. */
export async function makeDemoUsers(platform: Platform): Promise<void> {
  try {
    await registerUser(platform, {
      email: DEMO_EMAIL,
      password: DEMO_PASSWORD,
      firstName: 'Dina',
      lastName: 'Demo',
      companyName: 'Fjordvik Rør AS',
      address: 'Kaigata 4',
      postalCode: '5003',
      city: 'Bergen',
    })
  } catch (error) {
    // The user was created at an earlier start.
    if (!(error instanceof HttpError && error.code === 'email_taken')) throw error
  }
}
