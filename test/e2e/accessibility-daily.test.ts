import { CUSTOMERS } from '../support/screens/customers.ts'
import { DAILY, lookAtScreens } from '../support/screens/look-at-screens.ts'
import { PRODUCTS } from '../support/screens/products.ts'
import { TRANSFERS } from '../support/screens/transfers.ts'

/** Checks the screens used every day with axe; accessibility.test.ts checks the other screens. */

lookAtScreens([TRANSFERS, CUSTOMERS, PRODUCTS], DAILY)
