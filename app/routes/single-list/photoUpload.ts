import { MAX_PHOTO_BYTES } from '#app/domain/limitsAndLifetimes.ts'
import type { Reply } from '#app/protocol/reply.ts'
import type { browser } from '#app/words/en/browser.ts'
import type { photo as photoTexts } from '#app/words/en/photo.ts'
import { shrinkPhoto } from './shrinkPhoto.ts'

export { canDecode } from './shrinkPhoto.ts'

type Words = typeof browser & Pick<typeof photoTexts, 'tooLarge'>

interface Upload {
  xhr: XMLHttpRequest
  url: string
  photo: File
  words: Words
  onProgress(fraction: number): void
}

const failed = (message: string, status = 0): Reply => ({ ok: false, status, message })

/** With XMLHttpRequest, because fetch can't report progress. Undefined if it was aborted or the page is being left. */
export async function uploadPhoto({
  xhr,
  url,
  photo,
  words,
  onProgress,
}: Upload): Promise<Reply | undefined> {
  const blob = await shrinkPhoto(photo)
  if (blob.size > MAX_PHOTO_BYTES) {
    return failed(words.tooLarge({ megabytes: MAX_PHOTO_BYTES / 1024 / 1024 }))
  }
  const form = new FormData()
  form.set('receiptImage', blob, photo.name)
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

function replyOf(xhr: XMLHttpRequest, words: Words): Reply | undefined {
  if (xhr.status === 401) {
    location.assign('/landing')
    return undefined
  }
  const type = xhr.getResponseHeader('Content-Type') ?? ''
  if (type.startsWith('application/json')) return JSON.parse(xhr.responseText) as Reply
  const message = type.startsWith('text/plain') ? xhr.responseText.trim() : ''
  return failed(message || words.failed, xhr.status)
}
