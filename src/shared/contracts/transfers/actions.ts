import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { TRANSFER_TOPICS } from '../../live-topics.ts'
import { OVERRULED } from '../../transfer-status.ts'
import { addressFields } from '../../forms/address.ts'
import { byId } from './row.ts'

const done = z.object({ message: z.string() })

/**
 * The response of a started transfer. `waits` is true if the job, unless it fails, waits for its
 * customer's collective draft instead of being sent to Fiken.
 */
const started = z.object({ message: z.string(), waits: z.boolean() })

/**
 * The body of an action that can be refused for a paid or unapproved job. The response is then 409
 * with code `already_paid` or `not_approved`; the user may confirm to start the job anyway.
 */
const overruling = z.object({ confirm: z.optional(z.enum(OVERRULED, 'Ugyldig bekreftelse')) })

export const retryTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/retry',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Prøv igjen, behandle nå',
  params: byId,
  query: overruling,
  answer: started,
})

export const startTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/transfer',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Overfør nå',
  params: byId,
  query: overruling,
  answer: started,
})

export const deleteTransfer = endpoint({
  method: 'DELETE',
  path: '/api/transfers/:id',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Slett (kan gjenopprettes)',
  params: byId,
  /** `checking` is true if the transfer is deleted only once Fiken is known to have no draft. */
  answer: z.object({ message: z.string(), checking: z.boolean() }),
})

export const restoreTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/restore',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Gjenopprett en slettet overføring',
  params: byId,
  answer: done,
})

export const acceptTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/accept',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Godta det som ligger i Fiken, slik det ble vist',
  params: byId,
  /** The row's updatedAt when the screen loaded it; the user has not seen later findings. */
  body: z.optional(z.object({ updatedAt: z.optional(z.string().check(z.maxLength(40))) })),
  answer: done,
})

export const updateDraft = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/update-draft',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Oppdater utkastet i Fiken til jobben slik den er nå',
  params: byId,
  answer: done,
})

export const sendAgain = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/send-anew',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Send jobben på nytt når utkastet er borte fra Fiken',
  params: byId,
  query: z.object({ confirm: z.optional(z.literal('deleted')) }),
  answer: done,
})

/**
 * Creates a new draft after a credit note. Repeating the request for the same draft's invoice
 * creates only one draft.
 */
export const reinvoice = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/new-draft',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Lag et nytt utkast av en jobb når fakturaen er kreditert i sin helhet',
  params: byId,
  body: z.object({
    draftUuid: z.uuid('Ugyldig utkast'),
    reason: z
      .string('Skriv hvorfor')
      .check(z.trim(), z.minLength(3, 'Skriv hvorfor'), z.maxLength(200, 'Høyst 200 tegn')),
  }),
  answer: done,
})

/** Decides about a product whose creation got no response and that has not appeared in Fiken. */
export const decideProduct = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/product',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Opprett produktet likevel, eller send linjen uten',
  params: byId,
  body: z.object({ decision: z.enum(['create', 'text']) }),
  answer: done,
})

export const undoTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/undo',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Angre: slett vårt eget urørte utkast i Fiken',
  params: byId,
  body: z.optional(z.object({ draftId: z.optional(z.string().check(z.maxLength(40))) })),
  /** `isUndone` is true if the draft is deleted; otherwise it will be, once Fiken responds. */
  answer: z.object({ message: z.string(), isUndone: z.boolean() }),
})

export const readRecipient = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/recipient',
  access: 'user',
  act: 'read',
  shows: ['transfers'],
  summary: 'Mottakeren, og kontaktene i Fiken som kan være den',
  params: byId,
  answer: z.object({
    recipient: z.object({
      name: z.string(),
      address: z.string(),
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      organizationNumber: z.nullable(z.string()),
      parts: z.nullable(addressFields),
    }),
    why: z.string(),
    /**
     * The jobs that have uninvoiced drafts to a contact, if it is uncertain whether that contact is
     * the recipient's.
     */
    drafts: z.array(z.string()),
    job: z.string(),
    jobs: z.int(),
    /** False if the job does not wait for the choice, for example once it has been made. */
    isAsked: z.boolean(),
    candidates: z.array(
      z.object({
        contactId: z.int(),
        name: z.string(),
        organizationNumber: z.string(),
        email: z.string(),
        phone: z.string(),
        address: z.string(),
        inactive: z.boolean(),
        /** The details that both have; `partly`: similar, or an address of which a part agrees. */
        details: z.array(
          z.object({
            field: z.enum(['name', 'organizationNumber', 'email', 'phone', 'address']),
            verdict: z.enum(['same', 'partly', 'other']),
            text: z.string(),
          }),
        ),
      }),
    ),
  }),
})

/**
 * Chooses the contact and continues the transfer. With `always`, the choice is remembered for this
 * customer and recipient, and other transfers waiting for the same decision continue too; otherwise
 * the choice applies only to this job.
 */
export const chooseRecipient = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/recipient',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Velg kontakten i Fiken, eller lag en ny',
  params: byId,
  /** The chosen contact; null if none of the contacts is right, so a new contact is created. */
  body: z.object({
    contactId: z.nullable(z.int('Ugyldig kontakt')),
    always: z._default(z.boolean(), true),
    /** True to refuse (409, `already_answered`) if the job no longer waits for the choice. */
    onlyIfAsked: z._default(z.boolean(), false),
  }),
  /** `checking` is true if Fiken was asked to create the contact and the result is unknown. */
  answer: z.object({ message: z.string(), checking: z.boolean() }),
})

/** Saves an address for a buyer whose Fiken contact has neither address nor organisation number. */
export const enterAddress = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/address',
  access: 'user',
  act: 'transfers',
  changes: TRANSFER_TOPICS,
  summary: 'Skriv adressen på kontakten i Fiken, og prøv igjen',
  params: byId,
  body: addressFields,
  answer: done,
})
