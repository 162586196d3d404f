import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { registration } from './forms/auth.ts'
import { speakNorwegian } from './zod-norwegian.ts'

beforeAll(speakNorwegian)

const sentence = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message

describe('what people read when a value is not accepted', () => {
  it.each([
    [z.string(), undefined, 'Feltet er påkrevd'],
    [z.string(), 5, 'Må være en tekst'],
    [z.number(), 'fem', 'Må være et tall'],
    [z.int(), 1.5, 'Må være et helt tall'],
    [z.boolean(), 'ja', 'Må være ja eller nei'],
    [z.array(z.string()), {}, 'Må være en liste'],
    [z.object({}), [], 'Ugyldig innhold'],
    [z.string().check(z.minLength(3)), 'ab', 'Må ha minst 3 tegn'],
    [z.string().check(z.maxLength(3)), 'abcd', 'Kan ha høyst 3 tegn'],
    [z.number().check(z.minimum(1)), 0, 'Må være minst 1'],
    [z.number().check(z.positive()), 0, 'Må være større enn 0'],
    [z.number().check(z.maximum(9)), 10, 'Kan være høyst 9'],
    [z.email(), 'a@', 'Ugyldig e-postadresse'],
    [z.uuid(), 'x', 'Ugyldig id'],
    [z.iso.date(), '2024-13-01', 'Ugyldig dato'],
    [z.enum(['a', 'b']), 'c', 'Ugyldig valg'],
    [z.strictObject({}), { a: 1 }, 'Ukjent felt: a'],
    [z.union([z.string(), z.number()]), true, 'Ugyldig verdi'],
  ])('%#: %o is refused in Norwegian', (schema, value, expected) => {
    expect(sentence(schema, value)).toBe(expected)
  })

  it("puts a form's own words before the general ones", () => {
    expect(sentence(registration, { email: 'kari@firma.no', password: 'abc' })).toBe(
      'Passordet må være minst 6 tegn',
    )
  })
})
