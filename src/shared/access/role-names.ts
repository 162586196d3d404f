import type { Role } from './roles.ts'

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Eier',
  accountant: 'Regnskapsfører',
  staff: 'Medarbeider',
  reader: 'Les',
}

/** What a member with the role may do, as a sentence. */
export const ROLE_MEANS: Record<Role, string> = {
  owner: 'Kan gjøre alt, også styre tilgang og abonnement.',
  accountant:
    'Tar seg av overføringer, kunder, avstemming, MVA og kontoer, og kan koble til Fiken.',
  staff: 'Tar seg av overføringer, kunder, produkter og innstillinger.',
  reader: 'Ser alt, men endrer ingenting.',
}
