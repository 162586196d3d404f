import { useState } from 'react'
import { OVERRULED, type Overruled } from '#shared/transfer-status'
import { ApiError } from '../../../lib/api.ts'
import type { Subject } from './overrule-state.ts'

export interface Question {
  what: Overruled
  subject: Subject
  again: (confirm: Overruled) => void
}

/** Lets the user start a job that the server refuses because it is paid or not approved. */
export function useOverruling() {
  // A queue, because the user can press the buttons of two rows before answering the first
  // question.
  const [questions, setQuestions] = useState<readonly Question[]>([])
  return {
    question: questions[0] ?? null,
    close: (answered: Question) => setQuestions((now) => now.filter((one) => one !== answered)),
    /** Adds the question and returns true if the user can overrule the failure. */
    asks: (error: unknown, subject: Subject, again: Question['again']): boolean => {
      const what =
        error instanceof ApiError && OVERRULED.find((one) => one === error.answer['confirm'])
      if (what) setQuestions((now) => [...now, { what, subject, again }])
      return Boolean(what)
    },
  }
}

export type Overruling = ReturnType<typeof useOverruling>
