import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'

/**
 * Keeps a command running as systemd does with `Restart=always`: `unit-keeper.ts <port>
 * <command…>`. With a port it holds that socket, which each run inherits as systemd passes it on
 * (sd_listen_fds(3)). It accepts nothing itself and stands still while the command runs.
 */
const [port, ...command] = process.argv.slice(2)
// Only the shell knows the process id, before the command takes its place.
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
