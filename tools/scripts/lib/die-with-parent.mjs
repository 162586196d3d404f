// Preloaded into processes that the scripts start. The channel to the parent closes however the
// parent ends, including kill -9. This process then gets SIGTERM, and exits after 30 seconds if it
// is still running.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 30_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}
