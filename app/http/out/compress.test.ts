import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { rowsToText } from '#app/acts/row.ts'
import { newId } from '#app/domain/ids.ts'
import { compressed, compressedData } from './compress.ts'

const NAMES = ['Sourdough bread', 'Tomatoes on the vine', 'Free-range eggs', 'Olive oil', 'Lemons', 'Milk']

function dataOf(items: number): Buffer {
  const rows = Array.from({ length: items }, (_, index) => ({
    id: newId(),
    name: `${NAMES[index % NAMES.length]} ${index}`,
    note: '',
    quantityMilli: 1000 + (index % 4) * 500,
    unit: '' as const,
    priceCents: 35 + index * 7,
    priceFor: 'one' as const,
    priceGuessed: false,
    priceRemembered: false,
    completed: index % 5 === 4,
    completedAt: 0,
    updatedAt: 1_764_460_800_000,
  }))
  return Buffer.from(rowsToText(rows))
}

test.each([20, 60, 500])('the data of %i items arrives as it was, in either encoding', async (items) => {
  const data = dataOf(items)
  expect(brotliDecompressSync(await compressedData('br', data))).toEqual(data)
  expect(gunzipSync(await compressedData('gzip', data))).toEqual(data)
})

test('data that is compressed quickly is up to a tenth larger', async () => {
  const data = dataOf(60)
  const quick = await compressedData('br', data)
  expect(quick.length).toBeLessThan(1.1 * (await compressed.br(data)).length)
})
