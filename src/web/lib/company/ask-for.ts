/** What is opened above the screen from elsewhere than the keyboard. */
export type Asked = 'palette' | 'companies' | 'new-company'

let open: (what: Asked) => void = () => {}

/** Opens the command palette, or the choice of the company that this tab shows. */
export const askFor = (what: Asked): void => open(what)

/** Calls the function with what is asked for; returns how to stop. */
export function onAsked(act: typeof open): () => void {
  open = act
  return () => {
    open = () => {}
  }
}
