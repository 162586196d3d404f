/** The search parameter with the open transfer's id; the back button thereby closes the drawer. */
export const OPEN_PARAM = 'jobb'
