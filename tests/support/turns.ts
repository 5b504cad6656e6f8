/** How often other work could run. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const turn = () => {
    if (isDone) return
    turns += 1
    setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isDone = true
  return turns
}
