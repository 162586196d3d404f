/**
 * Question that a screen asks before its unsaved changes are lost. The router handles links within
 * the app; this is for other ways of leaving: logging out, and a phone's redirect to a consent
 * page.
 */
type Question = () => Promise<boolean>

let question: Question | null = null

/** Registers the question until the returned function is called. */
export function askBeforeLeaving(asking: Question): () => void {
  question = asking
  return () => {
    if (question === asking) question = null
  }
}

/** Resolves to true if the page may be left; asks the user only if changes would be lost. */
export const mayLeave = (): Promise<boolean> => question?.() ?? Promise.resolve(true)
