import { useEffect, useRef, useState } from 'react'
import { failureText } from '#app/browser/networkError.ts'
import { pageReader } from '#app/browser/pageReader.ts'
import { lastReach, probe } from '#app/browser/serverReachable.ts'
import type { Reply } from '#app/protocol/reply.ts'
import { browser } from '#app/words/en/browser.ts'
import { wordsOf } from '#app/words/reader.ts'

export const loadPhotoCode = () => import('./photoUpload.ts')

/** Closing the dialog aborts the upload. */
export function useUpload() {
  /** Between 0 and 1; undefined while nothing is uploaded. */
  const [progress, setProgress] = useState<number>()
  const request = useRef<XMLHttpRequest>()
  useEffect(() => () => request.current?.abort(), [])

  /** Resolves to undefined if the upload was aborted or the page is being left. */
  async function upload(url: string, photo: File): Promise<Reply | undefined> {
    setProgress(0)
    const xhr = new XMLHttpRequest()
    request.current = xhr
    const reply = await loadPhotoCode().then(
      ({ uploadPhoto }) => uploadPhoto({ xhr, url, photo, onProgress: setProgress }),
      async () => {
        await probe()
        const message = failureText(lastReach(), wordsOf(pageReader(), browser))
        return { ok: false as const, status: 0, message }
      },
    )
    setProgress(undefined)
    return reply
  }

  return { upload, progress }
}
