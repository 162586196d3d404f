import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gif, png, svg } from '#test/support/people/files/hostile-pictures'
import { createDecoder, DecodingStopped, type DecoderLimits } from './decoder.ts'
import { extensionOf } from './extension.ts'
import { isLarge, isWholeImage, makeSmaller, makeThumbnail } from './pictures.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pictures-'))
})
afterAll(() => rm(folder, { recursive: true }))

const create = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#468' } })
async function written(content: Buffer | Sharp): Promise<string> {
  const file = path.join(folder, crypto.randomUUID())
  await writeFile(file, Buffer.isBuffer(content) ? content : await content.toBuffer())
  return file
}
const picture = async (content: Buffer | Sharp) => ({
  companyId: 'somebody',
  file: await written(content),
  signal: undefined,
})
const into = () => path.join(folder, crypto.randomUUID())

describe('a picture', () => {
  test.each([
    ['JPEG', () => create(640, 480).jpeg()],
    ['progressive JPEG', () => create(640, 480).jpeg({ progressive: true })],
    ['PNG', () => create(640, 480).png()],
    ['interlaced PNG', () => create(640, 480).png({ progressive: true })],
    ['WebP', () => create(640, 480).webp()],
  ])('of the kind %s has a thumbnail', async (_kind, make) => {
    const made = into()
    expect(await makeThumbnail(await picture(make()), made)).toBeNull()
    expect(await sharp(await readFile(made)).metadata()).toMatchObject({
      ...{ format: 'webp', width: 240, height: 240 },
    })
  })

  test('is made smaller and upright where it is large', async () => {
    const large = await picture(
      create(5_000, 400).withExif({}).withMetadata({ orientation: 6 }).jpeg(),
    )
    expect(await isLarge(large, 1_000)).toBe(true)
    const made = into()
    expect(await makeSmaller(large, made)).toBeNull()
    expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', height: 2_400 })
    expect(await isLarge(await picture(create(500, 400).jpeg()), 1_000)).toBe(false)
  })

  test('of 108 megapixels, as phones make them, is made smaller too', async () => {
    const photo = await picture(create(12_000, 9_000).jpeg())
    const made = into()
    expect(await makeSmaller(photo, made)).toBeNull()
    expect(await sharp(made).metadata()).toMatchObject({ width: 2_400, height: 1_800 })
  })

  test('that broke off on its way is not whole', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const whole = await sharp({
      create: { width: 300, height: 300, channels: 3, background: '#888', noise },
    })
      .jpeg()
      .toBuffer()
    expect(await isWholeImage(await picture(whole))).toBe(true)
    expect(await isWholeImage(await picture(whole.subarray(0, whole.length / 2)))).toBe(false)
  })
})

describe('what is not decoded', () => {
  test.each([
    ['a drawing of vectors', () => svg(1), 'unreadable'],
    [
      'a drawing that calls itself SVG later',
      () => Buffer.concat([Buffer.from('<!-- x -->\n'), svg(1)]),
      'unreadable',
    ],
    ['a moving picture', gif, 'unreadable'],
    ['text', () => Buffer.from('Dette er ikke noe bilde.'), 'unreadable'],
    [
      'an interlaced PNG that needs half a gigabyte',
      () => png({ width: 8_000, height: 8_000, bits: 16, interlaced: true, data: 100 }),
      'too_heavy',
    ],
    [
      'a PNG that promises a gigapixel',
      () => png({ width: 32_000, height: 32_000, data: 100 }),
      'too_heavy',
    ],
  ] as const)('%s', async (_what, make, why) => {
    expect(await makeThumbnail(await picture(make()), into())).toBe(why)
    expect(await makeSmaller(await picture(make()), into())).toBe(why)
  })
})

describe('the content tells', () => {
  test.each([
    ['png', () => png({ width: 1, height: 1 })],
    ['apng', () => png({ width: 1, height: 1, moving: true })],
    ['gif', gif],
    ['jpg', () => create(2, 2).jpeg()],
    ['webp', () => create(2, 2).webp()],
    ['xml', () => svg(1)],
    [undefined, () => Buffer.from('x')],
    [undefined, () => Buffer.alloc(0)],
  ])('a file of the kind %s', async (extension, make) => {
    expect(await extensionOf(await written(make()))).toBe(extension)
  })

  test('of a million pieces before the first line as soon as of one', async () => {
    const piece = Buffer.from('\0\0\0\0teXtcrc!', 'latin1')
    const start = png({ width: 1, height: 1 }).subarray(0, 33)
    const file = await written(Buffer.concat([start, Buffer.alloc(12_000_000, piece)]))
    expect(await extensionOf(file)).toBe('png')
  })
})

describe('the process', () => {
  const LIMITS: DecoderLimits = { cpuMs: 60_000, ms: 60_000, bytes: 2 ** 40 }
  const slow = () => written(create(6_000, 6_000).png({ compressionLevel: 1 }))
  const task = (file: string) => ({ kind: 'thumbnail', file, into: into() }) as const

  test.each<[string, Partial<DecoderLimits>]>([
    ['memory', { bytes: 1 }],
    ['time', { ms: 20 }],
    ['processor time', { cpuMs: 10 }],
  ])(
    'is killed when a picture takes too much %s, and the next has another',
    async (_what, less) => {
      const decoder = createDecoder({ ...LIMITS, ...less })
      const file = await slow()
      expect(await decoder.decode('a', task(file), undefined)).toBe('too_heavy')
      expect(decoder.pid()).toBeUndefined()
      expect(
        await decoder.decode('b', task(await written(create(8, 8).png())), undefined),
      ).not.toBe('unreadable')
    },
  )

  test('is killed when nobody waits for the picture any more, at once', async () => {
    const decoder = createDecoder(LIMITS)
    const ending = new AbortController()
    const file = await slow()
    const first = decoder.decode('a', task(file), ending.signal)
    const waiting = decoder.decode('a', task(file), ending.signal)
    const other = decoder.decode('b', task(await written(create(8, 8).png())), undefined)
    while (decoder.pid() === undefined) await new Promise(setImmediate)
    const both = Promise.allSettled([first, waiting])
    ending.abort(new Error('stopping'))
    const why = (await both).map((one) => (one.status === 'rejected' ? (one.reason as Error) : one))
    for (const one of why) expect(one).toBeInstanceOf(DecodingStopped)
    expect(await other).toMatchObject({ width: 8 })
  })

  test('that dies with nothing to do is started again', async () => {
    const decoder = createDecoder(LIMITS)
    const file = await written(create(8, 8).png())
    expect(await decoder.decode('a', task(file), undefined)).toMatchObject({ width: 8 })
    process.kill(decoder.pid() ?? 0, 'SIGKILL')
    expect(await decoder.decode('a', task(file), undefined)).toBeDefined()
    expect(await decoder.decode('a', task(file), undefined)).toMatchObject({ width: 8 })
  })

  test('has none of the product’s secrets in its environment', async () => {
    const decoder = createDecoder(LIMITS)
    process.env['APP_SECRET'] ??= 'a secret of this test'
    await decoder.decode('a', task(await written(create(8, 8).png())), undefined)
    const environment = await readFile(`/proc/${decoder.pid()}/environ`, 'utf8').catch(() => '')
    expect(environment).not.toContain('APP_SECRET')
  })
})
