import { MAX_PHOTO_PIXELS, MAX_PHOTO_SIDE } from '#app/domain/limitsAndLifetimes.ts'

const MIN_SIZE = 600_000
const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp']

/** Converts formats that only the browser can read, such as HEIC. If that fails, the server says why it refuses the photo. */
export async function shrinkPhoto(photo: File): Promise<Blob> {
  const accepted = ACCEPTED.includes(photo.type)
  if (accepted && photo.size < MIN_SIZE) return photo
  try {
    if (!(await canDecode(photo))) return photo
    const smaller = await scaleDown(photo)
    return smaller && (!accepted || smaller.size < photo.size * 0.7) ? smaller : photo
  } catch {
    return photo
  }
}

/** Checks the dimensions first: a huge image could crash the tab when decoded. */
export async function canDecode(photo: File): Promise<boolean> {
  const url = URL.createObjectURL(photo)
  const image = new Image()
  const loaded = new Promise<boolean>((resolve) => {
    image.onload = () => resolve(image.naturalWidth * image.naturalHeight <= MAX_PHOTO_PIXELS)
    image.onerror = () => resolve(false)
  })
  image.src = url
  return loaded.finally(() => URL.revokeObjectURL(url))
}

async function scaleDown(photo: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const scale = Math.min(1, MAX_PHOTO_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context || !keepsPixels(context)) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}

/** Browsers that resist fingerprinting add noise to what a canvas returns. */
function keepsPixels(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = '#c81e5a'
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return red === 0xc8 && green === 0x1e && blue === 0x5a
}
