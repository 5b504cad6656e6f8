import { sweepFiles } from '#app/domain/receipts/receiptFiles.ts'
import { sweepInvites } from '#app/domain/sharing/invites.ts'
import { sweepLinks } from '#app/domain/sharing/links.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { sweepDeleted } from './sweepDeleted.ts'

export async function sweepSharing({ write }: Pick<Services, 'write'>, now = Date.now()): Promise<void> {
  await write(async (tx) => {
    await sweepLinks(tx, now)
    await sweepInvites(tx, now)
  })
}

export function startSweeping(services: Services): () => void {
  const sweep = async () => {
    try {
      await services.unlessRunning('sweep', async () => {
        await sweepDeleted(services)
        await sweepSharing(services)
        const swept = await sweepFiles(services)
        if (swept > 0) services.log.info({ swept }, 'deleted unused receipt files')
      })
    } catch (error) {
      services.log.warn({ err: error }, 'could not look for unused receipt files')
    }
  }
  void sweep()
  const timer = setInterval(sweep, DAY)
  timer.unref()
  return () => clearInterval(timer)
}
