// Errors the browser shows before it sends anything. A separate file, because the catalogue is large.

export function photoTooLarge(maxBytes: number): string {
  return `This photo is too large: the limit is ${maxBytes / 1024 / 1024} MB. Choose a smaller one.`
}
