import { useEffect, useRef, useState } from 'react'
import { MAX_UPLOAD_BYTES } from '#app/domain/photoLimits.ts'
import { photoTooLarge } from '#app/messages/browser.ts'
import type { Reply } from '#app/ui/reply.ts'
import { shrink } from './shrink.ts'

const refusal = (message: string, status = 0): Reply => ({ ok: false, status, message })

/**
 * Sends a photo and knows how much of it has left: by XMLHttpRequest, because fetch does not tell.
 * Leaving the dialog breaks it off, and what breaks off never becomes a receipt.
 */
export function useUpload() {
  const [sent, setSent] = useState<number>()
  const request = useRef<XMLHttpRequest>()
  useEffect(() => () => request.current?.abort(), [])

  /** Resolves with nothing when the page is on its way elsewhere. */
  async function send(address: string, photo: File): Promise<Reply | undefined> {
    setSent(0)
    const smaller = await shrink(photo)
    if (smaller.size > MAX_UPLOAD_BYTES) {
      setSent(undefined)
      return refusal(photoTooLarge(MAX_UPLOAD_BYTES))
    }
    const form = new FormData()
    form.set('receiptImage', smaller, photo.name)
    const xhr = new XMLHttpRequest()
    request.current = xhr
    const reply = await post(xhr, address, form, setSent)
    setSent(undefined)
    return reply
  }

  return { send, sent }
}

function post(xhr: XMLHttpRequest, address: string, form: FormData, onProgress: (part: number) => void) {
  return new Promise<Reply | undefined>((resolve) => {
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    xhr.onload = () => resolve(replyOf(xhr, address))
    xhr.onerror = () => resolve(refusal('There is no connection right now. Please try again.'))
    xhr.onabort = () => resolve(undefined)
    xhr.open('POST', address)
    xhr.setRequestHeader('Accept', 'application/json')
    xhr.send(form)
  })
}

function replyOf(xhr: XMLHttpRequest, address: string): Reply | undefined {
  const type = xhr.getResponseHeader('Content-Type') ?? ''
  if (type.startsWith('application/json')) return JSON.parse(xhr.responseText) as Reply
  // Signed out meanwhile: the server pointed to another page.
  if (xhr.responseURL && xhr.responseURL !== address) {
    location.assign(xhr.responseURL)
    return undefined
  }
  const sentence = type.startsWith('text/plain') ? xhr.responseText.trim() : ''
  return refusal(sentence || 'The photo could not be sent. Please try again.', xhr.status)
}
