// Preloaded into every measured server: sends its CPU time in ms (all threads) when the bench requests it.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send((user + system) / 1000)
})
// The channel must not keep a server alive that wants to stop.
process.channel?.unref()
