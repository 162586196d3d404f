import { readOperatorContact } from '../lib/operator.ts'

/** Shows the operator's name and a link to its address, each if it is known. */
async function showOperator(): Promise<void> {
  const found = await readOperatorContact()
  const contact = document.getElementById('contact')
  const operator = document.getElementById('operator')
  if (contact instanceof HTMLAnchorElement && found?.email) {
    contact.href = `mailto:${found.email}`
    contact.hidden = false
  }
  if (operator && found?.name) {
    operator.textContent = `Drives av ${found.name}`
    operator.hidden = false
  }
}

showOperator().catch(() => undefined)
