/**
 * A question asked before unsaved changes are lost by logging out or by a phone's redirect. The
 * router handles links within the app.
 */
type Question = () => Promise<boolean>

let question: Question | null = null

export function askBeforeLeaving(asking: Question): () => void {
  question = asking
  return () => {
    if (question === asking) question = null
  }
}

export const mayLeave = (): Promise<boolean> => question?.() ?? Promise.resolve(true)
