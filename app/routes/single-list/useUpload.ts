import { useEffect, useRef, useState } from 'react'
import { MAX_PHOTO_BYTES } from '#app/domain/limitsAndLifetimes.ts'
import type { Reply } from '#app/protocol/reply.ts'
import { browser } from '#app/words/en/browser.ts'
import { photo as photoTexts } from '#app/words/en/photo.ts'
import { useWords } from '#app/words/useWords.ts'

const failed = (message: string, status = 0): Reply => ({ ok: false, status, message })

/** With XMLHttpRequest, because fetch can't report progress. Closing the dialog aborts the upload. */
export function useUpload() {
  const words = useWords(browser)
  const { tooLarge } = useWords(photoTexts)
  /** Between 0 and 1; undefined while nothing is uploaded. */
  const [progress, setProgress] = useState<number>()
  const request = useRef<XMLHttpRequest>()
  useEffect(() => () => request.current?.abort(), [])

  /** Resolves to undefined if the upload was aborted or the page is being left. */
  async function upload(url: string, photo: File): Promise<Reply | undefined> {
    setProgress(0)
    const blob = await import('./shrinkPhoto.ts').then(
      ({ shrinkPhoto }) => shrinkPhoto(photo),
      () => photo,
    )
    if (blob.size > MAX_PHOTO_BYTES) {
      setProgress(undefined)
      return failed(tooLarge({ megabytes: MAX_PHOTO_BYTES / 1024 / 1024 }))
    }
    const form = new FormData()
    form.set('receiptImage', blob, photo.name)
    const xhr = new XMLHttpRequest()
    request.current = xhr
    const reply = await post(xhr, url, form, words, setProgress)
    setProgress(undefined)
    return reply
  }

  return { upload, progress }
}

function post(
  xhr: XMLHttpRequest,
  url: string,
  form: FormData,
  words: typeof browser,
  onProgress: (fraction: number) => void,
) {
  return new Promise<Reply | undefined>((resolve) => {
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    xhr.onload = () => resolve(replyOf(xhr, words))
    xhr.onerror = () => resolve(failed(words.unreachable))
    xhr.onabort = () => resolve(undefined)
    xhr.open('POST', url)
    xhr.setRequestHeader('Accept', 'application/json')
    xhr.send(form)
  })
}

function replyOf(xhr: XMLHttpRequest, words: typeof browser): Reply | undefined {
  if (xhr.status === 401) {
    location.assign('/landing')
    return undefined
  }
  const type = xhr.getResponseHeader('Content-Type') ?? ''
  if (type.startsWith('application/json')) return JSON.parse(xhr.responseText) as Reply
  const message = type.startsWith('text/plain') ? xhr.responseText.trim() : ''
  return failed(message || words.uploadFailed, xhr.status)
}
