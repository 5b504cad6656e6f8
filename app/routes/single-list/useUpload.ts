import { useEffect, useRef, useState } from 'react'
import type { Reply } from '#app/protocol/reply.ts'
import { browser } from '#app/words/en/browser.ts'
import { photo as photoTexts } from '#app/words/en/photo.ts'
import { useWords } from '#app/words/useWords.ts'

/** Closing the dialog aborts the upload. */
export function useUpload() {
  const words = { ...useWords(browser), ...useWords(photoTexts) }
  /** Between 0 and 1; undefined while nothing is uploaded. */
  const [progress, setProgress] = useState<number>()
  const request = useRef<XMLHttpRequest>()
  useEffect(() => () => request.current?.abort(), [])

  /** Resolves to undefined if the upload was aborted or the page is being left. */
  async function upload(url: string, photo: File): Promise<Reply | undefined> {
    setProgress(0)
    const xhr = new XMLHttpRequest()
    request.current = xhr
    const reply = await import('./photoUpload.ts').then(
      ({ uploadPhoto }) => uploadPhoto({ xhr, url, photo, words, onProgress: setProgress }),
      () => ({ ok: false as const, status: 0, message: words.unreachable }),
    )
    setProgress(undefined)
    return reply
  }

  return { upload, progress }
}
