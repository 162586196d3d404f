import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { TRANSFER_TOPICS } from '../../live-topics.ts'
import { OVERRULED } from '../../transfer-status.ts'
import { addressFields } from '../../forms/address.ts'
import { byId } from './row.ts'

/** The user's acts on one transfer. */

const done = z.object({ message: z.string() })

/** `waits`: unless it fails, the job waits for its customer's others instead of going to Fiken. */
const started = z.object({ message: z.string(), waits: z.boolean() })

/**
 * A job that is paid or not approved answers 409 with code `already_paid` or `not_approved`, and
 * starts when the user overrules that.
 */
const overruling = z.object({ confirm: z.optional(z.enum(OVERRULED, 'Ugyldig bekreftelse')) })

export const retryTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/retry',
  access: 'user',
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
  changes: TRANSFER_TOPICS,
  summary: 'Slett (kan gjenopprettes)',
  params: byId,
  /** `checking`: it is deleted once it is certain that no draft of it is in Fiken. */
  answer: z.object({ message: z.string(), checking: z.boolean() }),
})

export const restoreTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/restore',
  access: 'user',
  changes: TRANSFER_TOPICS,
  summary: 'Gjenopprett en slettet overføring',
  params: byId,
  answer: done,
})

/** Acts on the draft of a transfer, in Fiken or gone from there. */

export const acceptTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/accept',
  access: 'user',
  changes: TRANSFER_TOPICS,
  summary: 'Godta det som ligger i Fiken, slik det ble vist',
  params: byId,
  /** The row's updatedAt as the screen knew it: later findings have not been shown. */
  body: z.optional(z.object({ updatedAt: z.optional(z.string().check(z.maxLength(40))) })),
  answer: done,
})

export const updateDraft = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/update-draft',
  access: 'user',
  changes: TRANSFER_TOPICS,
  summary: 'Oppdater utkastet i Fiken til jobben slik den er nå',
  params: byId,
  answer: done,
})

export const sendAgain = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/send-anew',
  access: 'user',
  changes: TRANSFER_TOPICS,
  summary: 'Send jobben på nytt når utkastet er borte fra Fiken',
  params: byId,
  /** `deleted`: yes to "Slettet du utkastet i Fiken?". */
  query: z.object({ confirm: z.optional(z.literal('deleted')) }),
  answer: done,
})

/**
 * Makes a new draft after a credit note; repeated for the same draft's invoice, it is done once.
 */
export const reinvoice = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/new-draft',
  access: 'user',
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

/** Decides on a product whose creation had no answer, and which has not appeared in Fiken. */
export const decideProduct = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/product',
  access: 'user',
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
  changes: TRANSFER_TOPICS,
  summary: 'Angre: slett vårt eget urørte utkast i Fiken',
  params: byId,
  /** The draft that the screen shows; with it, an old screen cannot undo another draft. */
  body: z.optional(z.object({ draftId: z.optional(z.string().check(z.maxLength(40))) })),
  /** `isUndone`: the draft is gone; otherwise it is deleted as soon as Fiken answers. */
  answer: z.object({ message: z.string(), isUndone: z.boolean() }),
})

/**
 * Returns the invoice's recipient, and the contacts in Fiken that the user chooses from (Kundekø).
 */
export const readRecipient = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/recipient',
  access: 'user',
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
      /** The address as far as it can be read; null without one. */
      parts: z.nullable(addressFields),
    }),
    why: z.string(),
    /** The jobs with uninvoiced drafts to the contact, when the recipient's contact is in doubt. */
    drafts: z.array(z.string()),
    /** The job in question, in the user's terms. */
    job: z.string(),
    /** The number of jobs of the same client that wait for this answer. */
    jobs: z.int(),
    candidates: z.array(
      z.object({
        contactId: z.int(),
        name: z.string(),
        organizationNumber: z.string(),
        email: z.string(),
        address: z.string(),
        inactive: z.boolean(),
        /** 0 to 100: similarity of the names. */
        score: z.number(),
        /** The other facts that agree and differ, in Norwegian. */
        comparison: z.string(),
      }),
    ),
  }),
})

/**
 * Chooses the contact, and the transfer goes on. `always`: it is remembered for this customer and
 * this recipient, and the others that wait for the same answer go on too; otherwise it holds for
 * this job alone.
 */
export const chooseRecipient = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/recipient',
  access: 'user',
  changes: TRANSFER_TOPICS,
  summary: 'Velg kontakten i Fiken, eller lag en ny',
  params: byId,
  /** null = none of them: a new contact is created. */
  body: z.object({
    contactId: z.nullable(z.int('Ugyldig kontakt')),
    always: z._default(z.boolean(), true),
  }),
  /** `checking`: Fiken has been asked to create it, and the result is not known yet. */
  answer: z.object({ message: z.string(), checking: z.boolean() }),
})

/**
 * Gives an address to a buyer whose contact in Fiken has neither address nor organisation number.
 */
export const enterAddress = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/address',
  access: 'user',
  changes: TRANSFER_TOPICS,
  summary: 'Skriv adressen på kontakten i Fiken, og prøv igjen',
  params: byId,
  body: addressFields,
  answer: done,
})
