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

function inUse(folder: string) {
  return new DataInUse(`DATA_DIR: a backup is being restored in ${folder}. Start again when that is done.`)
}
