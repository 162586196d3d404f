/**
 * The search parameter with the open transfer's id, so that "back" closes the drawer and a link can
 * open it.
 */
export const OPEN_PARAM = 'jobb'
