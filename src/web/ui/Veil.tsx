/**
 * The dimmed ground behind a dialog. It also locks scrolling (app.css), because Radix' own
 * overlay would need an inline style element. As high as the panels themselves: a question asked
 * from a drawer comes later, so its veil dims the drawer too.
 */
export function Veil() {
  return <div data-veil aria-hidden className="fixed inset-0 z-50 animate-fade-in bg-veil" />
}
