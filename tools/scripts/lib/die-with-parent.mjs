// Preloaded into the processes that the scripts start. The channel to the parent closes however the
// parent ends, kill -9 included; then this process is told to stop in the ordinary way, and after a
// while it is ended.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 30_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}
