import { LONGEST_SIDE, MAX_PIXELS } from '#app/domain/photoLimits.ts'

const WORTH_IT = 600_000
const READABLE = ['image/jpeg', 'image/png', 'image/webp']

/**
 * A phone's photo has several times the pixels that are kept: in bad reception they are better left
 * at home. This also reads what only this browser can, HEIC on an iPhone for instance. Whatever
 * goes wrong here, the file is sent as it is, and the server says what is to be said.
 */
export async function shrink(photo: File): Promise<Blob> {
  const readable = READABLE.includes(photo.type)
  if (readable && photo.size < WORTH_IT) return photo
  try {
    if (!(await canBeDrawn(photo))) return photo
    const smaller = await redraw(photo)
    return smaller && (!readable || smaller.size < photo.size * 0.7) ? smaller : photo
  } catch {
    return photo
  }
}

/** Whether this browser reads it, and without choking: its size is known before it is decoded. */
export async function canBeDrawn(photo: File): Promise<boolean> {
  const address = URL.createObjectURL(photo)
  const picture = new Image()
  const loaded = new Promise<boolean>((resolve) => {
    picture.onload = () => resolve(picture.naturalWidth * picture.naturalHeight <= MAX_PIXELS)
    picture.onerror = () => resolve(false)
  })
  picture.src = address
  return loaded.finally(() => URL.revokeObjectURL(address))
}

async function redraw(photo: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context || !isHonest(context)) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}

/** Browsers that resist fingerprinting give noise back instead of what was drawn. */
function isHonest(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = '#c81e5a'
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return red === 0xc8 && green === 0x1e && blue === 0x5a
}
