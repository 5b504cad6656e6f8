import sharp from 'sharp'
import type { Person } from './people.ts'

/** Uploads one receipt after the other, each replacing the one before; 30 an hour are allowed. */
export async function photograph(url: string, person: Person, enough: () => boolean): Promise<number> {
  let uploads = 0
  for (; uploads < 25 && !enough(); uploads += 1) {
    const background = { r: uploads * 10, g: person.id.charCodeAt(35), b: 99 }
    const photo = await sharp({ create: { width: 40, height: 60, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const { status, said } = await upload(url, person, photo)
    if (status !== 200 || !said.includes('"ok",true')) {
      throw new Error(`an upload was answered with ${status}: ${said}`)
    }
  }
  return uploads
}

/** One photo, whatever the answer. */
export async function upload(url: string, person: Person, photo: Uint8Array) {
  const form = new FormData()
  form.set('receiptImage', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'receipt.jpg')
  const answer = await fetch(`${url}/add-receipt/${person.listId}.data`, {
    method: 'POST',
    headers: { Cookie: `session=${person.cookie}` },
    body: form,
  })
  return { status: answer.status, said: await answer.text() }
}

/** A photo that stays large however it is packed: noise. */
export function largePhoto(side = 1200): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { width: side, height: side, channels: 3, background: 'gray', noise } })
    .jpeg()
    .toBuffer()
}
