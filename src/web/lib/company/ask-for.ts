/** What is opened above the screen from elsewhere than the keyboard. */
export type Asked = 'palette' | 'companies' | 'new-company' | 'pairings'

let open: (what: Asked) => void = () => {}

/** Opens the command palette, or a question about the user's companies. */
export const askFor = (what: Asked): void => open(what)

/** Calls the function with what is asked for; returns how to stop. */
export function onAsked(act: typeof open): () => void {
  open = act
  return () => {
    open = () => {}
  }
}
