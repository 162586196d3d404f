import { writeFileSync } from 'node:fs'
import os from 'node:os'
import sharp from 'sharp'
import { MOST_PIXELS, type Header } from './header.ts'

/**
 * The process that decodes pictures, started by decoder.ts. A picture can exploit a bug in the
 * library, so this process holds no secret and no connection, and can be killed at any time.
 */

export type Task =
  | { kind: 'measure'; file: string }
  | { kind: 'check'; file: string }
  | { kind: 'smaller'; file: string; into: string }
  | { kind: 'thumbnail'; file: string; into: string }

export type Asked = { id: number; task: Task }
/** The decoder's reply; `header` is null when the file cannot be read as a picture. */
export type Told = { id: number; header: Header | null }

const LONGEST_SIDE = 2_400
const THUMBNAIL_SIDE = 240

sharp.cache(false)
sharp.concurrency(1)
// Vector graphics and documents are never loaded, whatever format the file claims.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}File`),
})

const open = (file: string, failOn: 'warning' | 'truncated' = 'warning') =>
  sharp(file, { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn })
/** Reads only the picture's header, even if the header claims a huge number of pixels. */
const peek = (file: string) => sharp(file, { limitInputPixels: false, sequentialRead: true })

async function headerOf(file: string): Promise<Header | null> {
  const { format, width, height, channels, depth, isProgressive, chromaSubsampling, orientation } =
    await peek(file).metadata()
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp') return null
  return {
    ...{ format, width, height, channels },
    bytesPerChannel: depth === 'uchar' ? 1 : 2,
    progressive: isProgressive,
    samples: SAMPLES[chromaSubsampling ?? ''] ?? channels,
    turned: (orientation ?? 1) > 1,
  }
}

const SAMPLES: Record<string, number> = { '4:2:0': 1.5, '4:2:2': 2 }

async function work(task: Task): Promise<void> {
  switch (task.kind) {
    case 'measure':
      return
    case 'check':
      await open(task.file, 'truncated').resize({ width: 16, height: 16, fit: 'inside' }).toBuffer()
      return
    case 'smaller':
      await open(task.file)
        .autoOrient()
        .resize({
          width: LONGEST_SIDE,
          height: LONGEST_SIDE,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 82 })
        .toFile(task.into)
      return
    case 'thumbnail':
      await open(task.file)
        .autoOrient()
        .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'cover' })
        .webp({ quality: 70 })
        .toFile(task.into)
  }
}

async function answer({ id, task }: Asked): Promise<void> {
  let header: Header | null = null
  try {
    header = await headerOf(task.file)
    if (header) await work(task)
  } catch {
    header = null
  }
  process.send?.({ id, header } satisfies Told)
}

function beModest(): void {
  try {
    os.setPriority(10)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // A failure is ignored when the system is not Linux or does not allow the change, because
    // nothing depends on it.
  }
}

beModest()
// Signals are ignored: a signal that stops the server reaches this process too, but the server ends
// this process itself.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
// An orderly exit would wait for the picture that is being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (asked: Asked) => void answer(asked))
process.send?.({ id: 0, header: null } satisfies Told)
