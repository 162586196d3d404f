import { CUSTOMERS } from '../support/screens/customers.ts'
import { DAILY, lookAtScreens } from '../support/screens/look-at-screens.ts'
import { PRODUCTS } from '../support/screens/products.ts'
import { TRANSFERS } from '../support/screens/transfers.ts'

lookAtScreens([TRANSFERS, CUSTOMERS, PRODUCTS], DAILY)
