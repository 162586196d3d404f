import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Checkpoint } from './checkpoints.ts'
import { stoppedAtEnd } from '../runner/leftovers.ts'

/** An HTTP server that the product asks at each checkpoint (see checkpoints.ts). */
export interface CheckpointDesk extends AsyncDisposable {
  url: string
  /**
   * Decides about checkpoints in the order in which they are reached. On "hold" the product gets no
   * response, and its drain waits there until the process is killed. A returned promise is awaited.
   */
  judge: (reached: Checkpoint) => Verdict | Promise<Verdict>
}

type Verdict = 'go on' | 'hold'

export async function checkpointDesk(): Promise<CheckpointDesk> {
  // On a busy machine, a server that ends idle connections can end one just as the product asks on
  // it, and the product would take that for an error of its own.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const reached = JSON.parse(Buffer.concat(chunks).toString()) as Checkpoint
      void Promise.resolve(desk.judge(reached)).then((verdict) => {
        if (verdict === 'go on') response.end()
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const desk: CheckpointDesk = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    judge: () => 'go on',
    [Symbol.asyncDispose]: stoppedAtEnd(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }),
  }
  return desk
}
