import * as z from 'zod/mini'
import { required } from '../fields.ts'

const LONGEST_NAME = 60

export const filterName = z.object({ name: required('Navn', LONGEST_NAME) })
