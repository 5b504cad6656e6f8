import { describe, expect, test, vi } from 'vitest'
import { parseMultipart } from './body.ts'

const TYPE = 'multipart/form-data; boundary=x'
const part = (name: string, content: string, file?: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n${content}\r\n`
const body = (...parts: string[]) => Buffer.from(`${parts.join('')}--x--\r\n`, 'latin1')
const many = (count: number, one: string) => body(...Array<string>(count).fill(one))

// ASVS 2.4.1
test('a form can have ten parts', async () => {
  const form = await parseMultipart(
    body(
      ...Array.from({ length: 9 }, (_, n) => part(`a${n}`, String(n))),
      part('receiptImage', 'b', 'f.jpg'),
    ),
    TYPE,
  )
  expect([...form.keys()]).toHaveLength(10)
  expect(form.get('a3')).toBe('3')
  expect(await (form.get('receiptImage') as File).text()).toBe('b')
})

test('a form of many rows can have more parts, if their headers are short', async () => {
  const form = await parseMultipart(many(450, part('price', '1')), TYPE, 450)
  expect(form.getAll('price')).toHaveLength(450)
  const parse = vi.spyOn(Response.prototype, 'formData')
  const long = part('price', '1', 'f'.repeat(200))
  for (const bytes of [many(451, part('price', '1')), many(11, long)])
    await expect(parseMultipart(bytes, TYPE, 450)).rejects.toMatchObject({ code: 'too-many-parts' })
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
})

test.each([
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary="x"',
  'Multipart/Form-Data; charset=utf-8; Boundary=x',
  'multipart/form-data;boundary="x"; boundary=y',
])('the boundary is found in %s', async (type) => {
  expect((await parseMultipart(body(part('name', 'Milk')), type)).get('name')).toBe('Milk')
})

describe('a form is rejected without being parsed if it has', () => {
  const cases: [string, Buffer, string?][] = [
    ['eleven parts', many(11, part('a', 'b'))],
    ['a hundred thousand parts', many(100_000, part('receiptImage', 'b', 'f'))],
    ['parts without headers', Buffer.from('--x\r\n'.repeat(1000))],
    ['a name of several megabytes', body(part('%22'.repeat(1_000_000), 'b'))],
    ['a million headers', body(`--x\r\n${'X-A: b\r\n'.repeat(1_000_000)}\r\nb\r\n`)],
    ['a header that never ends', body(`--x\r\n${'a'.repeat(5_000)}`)],
    [
      'long headers in an unfinished last part',
      Buffer.from(`${part('a', 'b')}--x\r\n${'X: b\r\n'.repeat(9999)}`),
    ],
    ['no boundary', body(part('a', 'b')), 'multipart/form-data'],
    ['an empty boundary', body(part('a', 'b')), 'multipart/form-data; boundary='],
    ['a boundary of 71 characters', body(part('a', 'b')), `multipart/form-data; boundary=${'b'.repeat(71)}`],
    ['a boundary with invalid characters', body(part('a', 'b')), 'multipart/form-data; boundary="a\\b"'],
  ]
  test.each(cases)('%s', async (_name, bytes, type = TYPE) => {
    const parse = vi.spyOn(Response.prototype, 'formData')
    await expect(parseMultipart(bytes, type)).rejects.toMatchObject({ status: 400 })
    expect(parse).not.toHaveBeenCalled()
  })
})

test('a photo can contain anything but its boundary', async () => {
  const photo = '\r\n\r\n--\r\n--y\r\n'.repeat(1000)
  const form = await parseMultipart(body(part('receiptImage', photo, 'f.jpg')), TYPE)
  expect(await (form.get('receiptImage') as File).text()).toBe(photo)
})
