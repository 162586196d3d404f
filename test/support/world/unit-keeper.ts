import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'

/**
 * Keeps a command running, as systemd does with `Restart=always`: `unit-keeper.ts <port>
 * <command…>`. With a port, opens a socket that each run inherits as from systemd
 * (sd_listen_fds(3)). The keeper itself accepts no connections, and blocks while the command runs.
 */
const [port, ...command] = process.argv.slice(2)
// Only the shell knows the process id, which stays the same when exec replaces the shell by the
// command.
const WITH_SOCKET = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'

if (port) {
  const server = createServer()
  server.listen(Number(port), '127.0.0.1', () => {
    const { fd } = (server as unknown as { _handle: { fd: number } })._handle

    for (;;)
      spawnSync('sh', ['-c', WITH_SOCKET, ...command], {
        stdio: ['inherit', 'inherit', 'inherit', fd],
      })
  })
} else {
  const [program = '', ...args] = command
  for (;;) spawnSync(program, args, { stdio: 'inherit' })
}
