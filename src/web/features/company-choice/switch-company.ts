import { showCompany } from '../../lib/company/several-companies.ts'
import { mayLeave } from '../../lib/unsaved.ts'

/** Shows another company at the same screen, unless the user stays with unsaved changes. */
export async function switchCompany(id: string): Promise<void> {
  if (await mayLeave()) showCompany(id)
}
