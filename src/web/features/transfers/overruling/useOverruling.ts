import { useState } from 'react'
import { OVERRULED, type Overruled } from '#shared/transfer-status'
import { ApiError } from '../../../lib/api.ts'
import type { Subject } from './overrule-state.ts'

export interface Question {
  what: Overruled
  subject: Subject
  again: (confirm: Overruled) => void
}

/**
 * Handles starts that the server refuses because the job is paid or not approved: the user is
 * asked, and may start the job all the same.
 */
export function useOverruling() {
  // A queue: two rows pressed one after the other are both asked about.
  const [questions, setQuestions] = useState<readonly Question[]>([])
  return {
    question: questions[0] ?? null,
    close: (answered: Question) => setQuestions((now) => now.filter((one) => one !== answered)),
    /** Returns true when the failure is such a question, and shows it. */
    asks: (error: unknown, subject: Subject, again: Question['again']): boolean => {
      const what =
        error instanceof ApiError && OVERRULED.find((one) => one === error.answer['confirm'])
      if (what) setQuestions((now) => [...now, { what, subject, again }])
      return Boolean(what)
    },
  }
}

export type Overruling = ReturnType<typeof useOverruling>
