// How long somebody else waits, measured in a thread of its own: the one that sends the crowd's requests is busy, too.
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export function startOthers(url, headers) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, headers } })
  const reply = () => new Promise((resolve) => worker.once('message', resolve))
  return {
    /** Until it is stopped, and at least so many times. */
    measure(least) {
      worker.postMessage(least)
      return { times: reply(), stop: () => worker.postMessage(0) }
    },
    end: () => worker.terminate(),
  }
}

function request({ url, headers }) {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => response.resume().once('end', resolve)).once('error', reject)
  })
}

async function measure(least, isOver) {
  const times = []
  while (times.length < least || !isOver()) {
    const start = performance.now()
    await request(workerData)
    times.push(performance.now() - start)
    await pause(5)
  }
  return times
}

let isOver = true
parentPort?.on('message', async (least) => {
  if (least === 0) {
    isOver = true
    return
  }
  isOver = false
  parentPort.postMessage(await measure(least, () => isOver))
})
