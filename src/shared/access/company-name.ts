/** The header in which a call names its company, and an answer the company that it is of. */
export const COMPANY_HEADER = 'x-company'
/**
 * The query parameter that names the company where a browser sends no headers of ours, and in the
 * address of a screen.
 */
export const COMPANY_PARAMETER = 'company'
