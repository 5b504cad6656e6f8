let lastTime = 0
let counter = 0

/** UUIDv7, strictly increasing within a process or tab. Without HTTPS, browsers have no crypto.randomUUID. */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  if (now > lastTime) {
    lastTime = now
    counter = ((bytes[6] ?? 0) & 0x07) * 256 + (bytes[7] ?? 0)
  } else {
    counter += 1
    if (counter > 0xfff) {
      lastTime += 1
      counter = 0
    }
  }
  const time = lastTime.toString(16).padStart(12, '0')
  const variant = (((bytes[8] ?? 0) & 0x3f) | 0x80).toString(16)
  const rest = Array.from(bytes.slice(9), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const tail = `${variant}${rest}`
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/** For the nth thing that an operation adds: browser and server give it the same id. They sort in their order. */
export function idInSeries(operationId: string, index: number): string {
  // Without the lowest bits, so that no carry changes the others.
  const start = Number.parseInt(operationId.slice(-4), 16) & 0xff00
  const head = operationId.slice(0, -4)
  return `${head}${((start + index) & 0xffff).toString(16).padStart(4, '0')}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export function isId(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text)
}
