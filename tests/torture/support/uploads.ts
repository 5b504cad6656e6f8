import sharp from 'sharp'
import type { Person } from './people.ts'

/** Uploads receipts one after another, each replacing the last. The limit is 30 an hour. */
export async function uploadReceipts(url: string, person: Person, isDone: () => boolean): Promise<number> {
  let uploads = 0
  for (; uploads < 25 && !isDone(); uploads += 1) {
    const background = { r: uploads * 10, g: person.id.charCodeAt(35), b: 99 }
    const photo = await sharp({ create: { width: 40, height: 60, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload(url, person, photo)
    if (status !== 200 || !body.includes('"ok",true')) {
      throw new Error(`an upload got ${status}: ${body}`)
    }
  }
  return uploads
}

/** Uploads one photo and returns any response. */
export async function upload(url: string, person: Person, photo: Uint8Array) {
  const form = new FormData()
  form.set('receiptImage', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'receipt.jpg')
  const response = await fetch(`${url}/add-receipt/${person.listId}.data`, {
    method: 'POST',
    headers: { Cookie: `session=${person.cookie}` },
    body: form,
  })
  return { status: response.status, body: await response.text() }
}

/** A photo of noise, which compresses badly. */
export function largePhoto(side = 1200): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { width: side, height: side, channels: 3, background: 'gray', noise } })
    .jpeg()
    .toBuffer()
}
