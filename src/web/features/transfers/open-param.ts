/**
 * Search parameter with the id of the open transfer, so that the browser's back button closes the
 * drawer and a link can open it.
 */
export const OPEN_PARAM = 'jobb'
