import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { saveConfiguration } from '#shared/contracts/configuration'
import { thumbnailOf } from '#shared/contracts/transfers/attachments'
import { listTransfers } from '#shared/contracts/transfers/list'
import { gif, png, svg } from '#test/support/people/files/hostile-pictures'
import { until } from '#test/support/wait'
import { consent } from '#test/support/world/world'
import { compared, mebibytes, median, seconds } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED, type BenchWorld, type Customer } from './support/world.ts'

/** Memory limit of the decoding process in MiB; above the limit, the process is killed. */
const MOST_MIB = 400
/**
 * Maximum wait for a picture in milliseconds: a picture may take ten seconds of processor time, and
 * another tenant's picture might wait for one such picture.
 */
const MOST_WAIT_MS = 12_000
const LOOK_MS = 50

/**
 * Measures memory and waiting time while one user opens a hundred pictures designed to cost memory
 * and time, and another user opens a photo again and again.
 */
export async function hostilePictures(stage: Stage) {
  const count = stage.smoke ? 5 : 100
  return stage.inWorld({ ...UNPACED }, async (world) => {
    const [attacker, other] = await world.customers(2)
    if (!attacker || !other) throw new Error('nobody is there')
    const photo = await sharp({
      create: { width: 4_000, height: 3_000, channels: 3, background: '#468' },
    })
      .jpeg()
      .toBuffer()
    const kinds = await hostileKinds(stage.smoke ? 300 : 4_800)
    const files = Array.from({ length: count }, (_, n) => kinds[n % kinds.length] as Buffer)
    const theirs = await thumbnails(world, attacker, files)
    const [mine = ''] = await thumbnails(world, other, [photo])
    const wait = async () => {
      const started = performance.now()
      const { status } = await other.visitor.fetch(mine)
      if (status !== 200) throw new Error(`the photo's thumbnail answered ${status}`)
      return performance.now() - started
    }
    const alone: number[] = []
    for (let n = 0; n < 5; n += 1) alone.push(await wait())
    const memory = watchMemory(world.product.pid)
    const before = await memory.now()
    const over = { yet: false }
    const attack = Promise.all(
      theirs.map(async (path) => (await attacker.visitor.fetch(path)).status),
    ).finally(() => (over.yet = true))
    const waits: number[] = []
    while (!over.yet) waits.push(await wait())
    const statuses = Map.groupBy(await attack, (status) => status)
    const peak = memory.end()
    stage.say(
      `${[...statuses].map(([status, all]) => `${all.length} × ${status}`).join(', ')}; another's wait: alone ${seconds(median(alone))}, median ${seconds(median(waits))}; memory before ${mebibytes(before.product)}`,
    )
    const longest = Math.max(...waits)
    return [
      {
        what: `${count} hostile pictures: peak memory of what decodes / ${MOST_MIB} MiB`,
        ours: mebibytes(peak.decoder),
        against: `${MOST_MIB} MiB`,
        ratio: peak.decoder / 1_048_576 / MOST_MIB,
        target: { most: 1 },
      },
      compared(
        '… peak memory of the product alone / before',
        mebibytes,
        peak.product,
        before.product,
        { most: 1.3 },
      ),
      compared(
        `… another tenant's longest wait for a thumbnail / ${MOST_WAIT_MS / 1_000} s`,
        seconds,
        longest,
        MOST_WAIT_MS,
        { most: 1 },
      ),
    ]
  })
}

/**
 * Returns pictures of the maximum size that is decoded, and some that are refused.
 * @param side side length of the largest pictures in pixels
 */
async function hostileKinds(side: number): Promise<Buffer[]> {
  const deep = { width: side, height: side, bits: 16, interlaced: true } as const
  const canvas = { width: side, height: side, channels: 3, background: '#468' } as const
  return [
    svg(),
    png({ ...deep, data: Math.ceil(side * (1 + side * 8) * 1.01) }),
    png({ width: 30_000, height: 30_000, bits: 16, interlaced: true, data: 99 }),
    await sharp({ create: canvas }).jpeg({ progressive: true }).toBuffer(),
    await sharp({ create: canvas }).webp({ effort: 0 }).toBuffer(),
    gif(),
  ]
}

async function thumbnails(
  world: BenchWorld,
  { visitor, account }: Customer,
  files: readonly Buffer[],
): Promise<string[]> {
  // ServiceM8's consent covers files only if the user has chosen to send some. PDFs are chosen, so
  // these photos are not sent.
  await visitor.call(saveConfiguration, { body: { attachments: 'pdf' } })
  await consent(visitor, 'servicem8', account)
  const [job = ''] = await world.sandbox.ask<string[]>('addJobs', { account, count: 1 })
  const uuids = await world.sandbox.ask<string[]>('addPhotos', {
    ...{ account, job },
    contents: files.map((file) => file.toString('base64')),
  })
  await world.sandbox.ask('complete', { account, job })
  const transfer = await until('the draft to be there', async () => {
    const query = { limit: 10, status: 'completed' } as const
    return (await visitor.call(listTransfers, { query }))[0]
  })
  return uuids.map((uuid) => thumbnailOf(transfer.id, uuid))
}

interface Memory {
  product: number
  decoder: number
}

function watchMemory(pid: number): { now: () => Promise<Memory>; end: () => Memory } {
  const rss = async (of: number | string) =>
    Number(
      /^VmRSS:\s+(\d+) kB/m.exec(
        await readFile(`/proc/${of}/status`, 'utf8').catch(() => ''),
      )?.[1] ?? 0,
    ) * 1_024
  const now = async (): Promise<Memory> => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    const product = await rss(pid)
    const others = await Promise.all(children.split(' ').filter(Boolean).map(rss))
    return { product, decoder: others.reduce((sum, one) => sum + one, 0) }
  }
  const peak: Memory = { product: 0, decoder: 0 }
  const looks = setInterval(() => {
    void now().then(({ product, decoder }) => {
      peak.product = Math.max(peak.product, product)
      peak.decoder = Math.max(peak.decoder, decoder)
    })
  }, LOOK_MS)
  return {
    now,
    end: () => {
      clearInterval(looks)
      return peak
    },
  }
}
