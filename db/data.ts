import { type Hold, holdData } from './lock.ts'
import { finishSwap, isSwapDecided } from './swap.ts'

export class DataInUse extends Error {}

/** Before anything in the folder is opened: says that we use it, and ends an interrupted restore. */
export function openData(folder: string): Hold {
  if (isSwapDecided(folder)) {
    const alone = holdData(folder, 'alone')
    if (!alone) throw inUse(folder)
    try {
      finishSwap(folder)
    } finally {
      alone.release()
    }
  }
  const hold = holdData(folder, 'shared')
  if (!hold) throw inUse(folder)
  return hold
}

/** One server for one folder: what the people of another change, its own would not hear of. */
export function openForServer(folder: string): Hold {
  const hold = holdData(folder, 'alone', 'larder.server.lock')
  if (hold) return hold
  throw new DataInUse(
    `DATA_DIR: another Larder serves ${folder} already. Stop it, or name another folder: DATA_DIR=./other npm start`,
  )
}

function inUse(folder: string) {
  return new DataInUse(`DATA_DIR: a backup is being restored in ${folder}. Start again when that is done.`)
}
