/** The search parameter with the open transfer's id, so that the back button closes the drawer. */
export const OPEN_PARAM = 'jobb'
