import * as z from 'zod/mini'
import { required } from '../fields.ts'

const LONGEST_NAME = 60

/** A name for a list's filters. The form and the server have the same error messages. */
export const filterName = z.object({ name: required('Navn', LONGEST_NAME) })
