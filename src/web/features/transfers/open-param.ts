/**
 * The search parameter that holds the open transfer, so that "back" closes the drawer and a link
 * can point to it.
 */
export const OPEN_PARAM = 'jobb'
