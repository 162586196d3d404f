import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { World } from '../world/world.ts'

const KEEP = 500

export function createMailbox(world: World): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', (error) => done(error))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((address) => address.address)
        store(world, Buffer.concat(chunks), to).then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        )
      })
    },
  })
}

async function store(world: World, raw: Buffer, to: string[]): Promise<void> {
  const mail = await PostalMime.parse(raw)
  world.state.mails.unshift({
    id: world.nextId(),
    receivedAt: new Date(world.now()).toISOString(),
    from: mail.from?.address ?? '',
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  })
  world.state.mails.length = Math.min(world.state.mails.length, KEEP)
  world.touch()
}
