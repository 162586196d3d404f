import ts from 'typescript'

/** Classifies Playwright calls: actions on the page, waits, and looks at the page. */

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const ACTS = named(
  'click dblclick press pressSequentially type fill clear check uncheck setChecked selectOption setInputFiles tap hover dragTo dispatchEvent goto reload goBack goForward setViewportSize emulateMedia setOffline setContent runFor fastForward',
)
/** Method names that count as actions only on a certain object, such as `mouse.move`. */
const ACTS_OF = /\bmouse\.(move|down|up|wheel)$|\bhistory\.(back|forward|go)$/

/** Method names that wait for visible content; `ready` is a step in the tables of screens. */
export const SHOWN = named(
  'waitFor waitForFunction waitForSelector scrollIntoViewIfNeeded settled openAtRest atRestAfter ready',
)
/** Method names that wait for an event whose effect might not be visible on the page yet. */
const HEARD = named('waitForResponse waitForRequest waitForEvent waitForURL waitForLoadState')

const LOOKS = named(
  'count isVisible isHidden isChecked isDisabled isEnabled isEditable textContent innerText innerHTML inputValue getAttribute all allTextContents allInnerTexts evaluate evaluateAll boundingBox ariaSnapshot title',
)

export function isAct(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { expression, name } = node.expression
  // `fill` on an array is not a page action.
  if (/^(new )?Array\b/.test(expression.getText())) return false
  return ACTS.has(name.text) || ACTS_OF.test(node.expression.getText())
}

export const isWait = (node: ts.Node, of?: ReadonlySet<string>): boolean => {
  if (!ts.isCallExpression(node)) return false
  const name = nameOf(node)
  return of ? of.has(name) : SHOWN.has(name) || HEARD.has(name)
}

export const isLook = (node: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(node.expression) &&
  LOOKS.has(node.expression.name.text) &&
  !node.expression.getText().startsWith('Promise.')

function nameOf({ expression }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return ts.isIdentifier(expression) ? expression.text : ''
}
