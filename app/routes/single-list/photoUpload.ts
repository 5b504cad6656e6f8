import { pageReader } from '#app/browser/pageReader.ts'
import { MAX_PHOTO_BYTES } from '#app/domain/limitsAndLifetimes.ts'
import { NOT_AN_IMAGE, type Reply } from '#app/protocol/reply.ts'
import { browser } from '#app/words/en/browser.ts'
import { photo as photoTexts } from '#app/words/en/photo.ts'
import { wordsOf } from '#app/words/reader.ts'
import { shrinkPhoto } from './shrinkPhoto.ts'

export { canDecode } from './shrinkPhoto.ts'

interface Upload {
  xhr: XMLHttpRequest
  url: string
  photo: File
  onProgress(fraction: number): void
}

const failed = (message: string, status = 0): Reply => ({ ok: false, status, message })

/** With XMLHttpRequest, because fetch can't report progress. Undefined if it was aborted or the page is being left. */
export async function uploadPhoto({ xhr, url, photo, onProgress }: Upload): Promise<Reply | undefined> {
  const blob = await shrinkPhoto(photo)
  if (blob.size > MAX_PHOTO_BYTES) {
    return failed(wordsOf(pageReader(), photoTexts).tooLarge({ megabytes: MAX_PHOTO_BYTES / 1024 / 1024 }))
  }
  const form = new FormData()
  form.set('receiptImage', blob, photo.name)
  return new Promise<Reply | undefined>((resolve) => {
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    xhr.onload = () => resolve(ofNoImage(photo, replyOf(xhr)))
    xhr.onerror = () => resolve(failed(wordsOf(pageReader(), browser).unreachable))
    xhr.onabort = () => resolve(undefined)
    xhr.open('POST', url)
    xhr.setRequestHeader('Accept', 'application/json')
    xhr.send(form)
  })
}

/** The server names the kinds of files that it knows: of a PDF, too, the dialog says that it is no image. */
const ofNoImage = (photo: File, reply: Reply | undefined): Reply | undefined =>
  !reply || reply.ok || photo.type.startsWith('image/') ? reply : { ...reply, code: NOT_AN_IMAGE }

function replyOf(xhr: XMLHttpRequest): Reply | undefined {
  if (xhr.status === 401) {
    location.assign('/landing')
    return undefined
  }
  const type = xhr.getResponseHeader('Content-Type') ?? ''
  if (type.startsWith('application/json')) return JSON.parse(xhr.responseText) as Reply
  const message = type.startsWith('text/plain') ? xhr.responseText.trim() : ''
  return failed(message || wordsOf(pageReader(), browser).failed, xhr.status)
}
