/**
 * What a screen asks before its unsaved changes are lost. Links within the app are caught by the
 * router; this is for what leaves in other ways: logging out, and a phone's way to a consent page.
 */
type Question = () => Promise<boolean>

let question: Question | null = null

/** Asks by this until the returned function is called. */
export function askBeforeLeaving(asking: Question): () => void {
  question = asking
  return () => {
    if (question === asking) question = null
  }
}

/** May the page be left? Asks only where something would be lost. */
export const mayLeave = (): Promise<boolean> => question?.() ?? Promise.resolve(true)
