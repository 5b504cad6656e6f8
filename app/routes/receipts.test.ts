import type { AppLoadContext, LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import { describe, expect, test, vi } from 'vitest'
import { createToken } from '#app/domain/accounts/apiTokens.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { DomainError } from '#app/domain/errors.ts'
import { findFlash } from '#app/domain/flashes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { receiptOf } from '#app/domain/receipts/receipts.ts'
import { guardRoutes } from '#app/http/remix.ts'
import { StorageFailure } from '#app/ports/storage/storage.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { photo } from '#tests/support/photos.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { action, loader as addLoader } from './add-receipt.$id.ts'
import * as receiptRoute from './receipt.$id.ts'

/** The loader as Remix calls it: with errors as responses. */
const receiptLoader = (() => {
  const routes = { receipt: { id: 'receipt', path: '', module: receiptRoute } }
  const build = guardRoutes({ routes } as unknown as ServerBuild)
  return build.routes.receipt?.module.loader as unknown as (args: LoaderFunctionArgs) => Promise<Response>
})()

const jpeg = await photo(60, 80).jpeg().toBuffer()
const file = (content: Uint8Array, name = 'photo.jpg') => new File([new Uint8Array(content)], name)

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const cookie = `session=${await services.write((tx) => startSession(tx, ada.id))}`
  const list = await addList(services, ada, { name: 'Weekend' })

  function context(more: Partial<AppLoadContext> = {}): AppLoadContext {
    const { signal } = new AbortController()
    const rest = {
      nonce: '',
      requestId: '',
      address: '',
      origin: 'http://larder',
      scripted: false,
      wantsPage: false,
      body: undefined,
      contentType: '',
      encoding: undefined,
      uploadError: undefined,
      closed: signal,
      drained: async () => {},
      mayTake: () => {},
      rendered: signal,
      onSent: () => {},
      setCookie: () => {},
    }
    return { services, reader: ENGLISH, wantsJson: true, ...rest, ...more }
  }

  async function post(
    body: FormData | string,
    more: Partial<AppLoadContext> = {},
    id = list.id,
    sessionCookie = cookie,
  ) {
    const request = new Request(`http://larder/add-receipt/${id}`, {
      method: 'POST',
      headers: {
        Cookie: sessionCookie,
        ...(typeof body === 'string' && { 'Content-Type': 'multipart/form-data; boundary=x' }),
      },
      body,
    })
    const contentType = request.headers.get('Content-Type') ?? ''
    const sent = { contentType, body: Buffer.from(await request.arrayBuffer()) }
    const args = { request, params: { id }, context: context({ ...sent, ...more }) }
    const response = await action(args).catch((error) => error)
    if (response instanceof Response) return response
    throw response
  }

  async function get(headers: Record<string, string> = {}, search = '', id = list.id) {
    const request = new Request(`http://larder/receipt/${id}${search}`, {
      headers: { Cookie: cookie, ...headers },
    })
    return receiptLoader({ request, params: { id }, context: context() }).catch((thrown) => thrown)
  }

  return { services, ada, list, cookie, post, get }
}

function form(...files: [name: string, value: File | string][]) {
  const form = new FormData()
  for (const [name, value] of files) form.append(name, value)
  return form
}

describe('adding', () => {
  test('a photo is added, then replaced', async () => {
    const { post, services, ada, list } = await setUp()
    expect(await (await post(form(['receiptImage', file(jpeg)]))).json()).toMatchObject({
      ok: true,
      message: 'Receipt added.',
    })
    expect(await (await post(form(['receiptImage', file(jpeg)]))).json()).toMatchObject({
      message: 'Receipt updated.',
    })
    expect(await receiptOf(services, ada, list.id)).toMatchObject({ width: 60, height: 80 })
  })

  test.each<[string, () => FormData | string, number, string]>([
    ['no file', () => form(), 400, 'Choose a photo first.'],
    [
      'an empty file input',
      () => form(['receiptImage', file(new Uint8Array(), '')]),
      400,
      'Choose a photo first',
    ],
    ['text instead of a file', () => form(['receiptImage', 'hello']), 400, 'Choose a photo first'],
    ['an empty file', () => form(['receiptImage', file(new Uint8Array())]), 422, 'empty'],
    [
      'two files',
      () => form(['receiptImage', file(jpeg)], ['receiptImage', file(jpeg)]),
      400,
      'one photo at a time',
    ],
    [
      'a second file in another field',
      () => form(['receiptImage', file(jpeg)], ['more', file(jpeg)]),
      400,
      'one photo',
    ],
    ['the wrong field', () => form(['photo', file(jpeg)]), 400, 'field receiptImage'],
    [
      'a truncated form',
      () => '--x\r\nContent-Disposition: form-data; name="receiptImage"; fi',
      400,
      "can't be read",
    ],
    ['a body that is not a form', () => 'hello', 400, "can't be read"],
    ['an SVG', () => form(['receiptImage', file(Buffer.from('<svg/>'))]), 415, 'SVG'],
  ])('%s is rejected with a message', async (_name, body, status, words) => {
    const { post, services, ada, list } = await setUp()
    const response = await post(body())
    expect(response.status).toBe(status)
    expect((await response.json()).message).toContain(words)
    expect(await receiptOf(services, ada, list.id)).toBeUndefined()
  })

  test('an upload rejected while it arrived gets its own error', async () => {
    const { post } = await setUp()
    const uploadError = new DomainError('photos-busy', {}, { retryAfter: 10 })
    const response = await post('', { uploadError })
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('10')
  })

  test('without JavaScript, the response redirects to the list with a message', async () => {
    const { post, services, list } = await setUp()
    const messageOf = async (response: Response) => {
      const id = /flash=([^;]+)/.exec(response.headers.get('Set-Cookie') ?? '')?.[1] ?? ''
      return (await findFlash(services, id))?.message
    }
    const added = await post(form(['receiptImage', file(jpeg)]), { wantsJson: false })
    expect([added.status, added.headers.get('Location')]).toEqual([303, `/single-list?listID=${list.id}`])
    expect(await messageOf(added)).toMatchObject({ kind: 'success', text: 'Receipt added.' })
    const rejected = await post(form(), { wantsJson: false })
    expect(await messageOf(rejected)).toEqual({ kind: 'error', text: 'Choose a photo first.' })
  })

  test("another user's list is not found, and signed-out visitors are redirected", async () => {
    const { post, services } = await setUp()
    const theirs = await addList(services, await addUser(services, 'Eve'), { name: 'Theirs' })
    expect((await post(form(['receiptImage', file(jpeg)]), {}, theirs.id)).status).toBe(404)
    const signedOut = await post(form(['receiptImage', file(jpeg)]), {}, theirs.id, '')
    expect([signedOut.status, signedOut.headers.get('Location')]).toEqual([303, '/landing'])
  })

  test('a GET redirects to the list', async () => {
    const { list } = await setUp()
    const response = addLoader({
      request: new Request('http://larder/'),
      params: { id: list.id },
      context: {} as AppLoadContext,
    })
    expect(response.headers.get('Location')).toBe(`/single-list?listID=${list.id}`)
  })
})

describe('reading', () => {
  async function withReceipt() {
    const setup = await setUp()
    await setup.post(form(['receiptImage', file(jpeg)]))
    const receipt = await receiptOf(setup.services, setup.ada, setup.list.id)
    if (!receipt) throw new Error('no receipt')
    return { ...setup, receipt }
  }

  // ASVS 3.2.1 5.3.1
  test('the image has headers that keep it private', async () => {
    const { get, receipt } = await withReceipt()
    const response = await get({}, `?v=${receipt.id}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(receipt.bytes),
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'Cookie, Authorization',
      etag: `"${receipt.id}"`,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'content-disposition': expect.stringMatching(/^inline; filename="receipt-\d{4}-\d\d-\d\d\.webp"$/),
    })
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP')
  })

  test('a URL without the current version is revalidated every time', async () => {
    const { get } = await withReceipt()
    for (const search of ['', '?v=older']) {
      expect((await get({}, search)).headers.get('Cache-Control')).toBe('private, no-cache')
    }
  })

  test('a cached image gets 304 without reading the storage', async () => {
    const { get, receipt, services } = await withReceipt()
    const read = vi.spyOn(services.storage, 'get')
    expect((await get({ 'If-None-Match': `"${receipt.id}"` })).status).toBe(304)
    expect((await get({ 'If-None-Match': `W/"${receipt.id}", "x"` })).status).toBe(304)
    expect(read).not.toHaveBeenCalled()
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('a Range header is ignored', async () => {
    const { get, receipt } = await withReceipt()
    const response = await get({ Range: 'bytes=0-3' })
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, String(receipt.bytes)])
  })

  test('other users, signed-out visitors and lists without a receipt get 404', async () => {
    const { get, services } = await withReceipt()
    const eve = await addUser(services, 'Eve')
    const theirs = await addList(services, eve, { name: 'Theirs' })
    expect((await get({}, '', theirs.id)).status).toBe(404)
    expect(
      (await get({ Cookie: `session=${await services.write((tx) => startSession(tx, eve.id))}` })).status,
    ).toBe(404)
    expect((await get({ Cookie: '' })).status).toBe(404)
    expect((await get({}, '', 'nonsense')).status).toBe(404)
  })

  test('a storage that does not respond is reported', async () => {
    const { get, services } = await withReceipt()
    vi.spyOn(services.storage, 'get').mockRejectedValue(new StorageFailure(new Error('test')))
    const response = await get()
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30'])
    expect(await response.text()).toContain("isn't responding")
  })
})

test('a valid API token can fetch the image, an invalid one gets 404', async () => {
  const { services, ada, post, get } = await setUp()
  await post(form(['receiptImage', file(jpeg)]))
  const Authorization = `Bearer ${await createToken(services, ada, { name: 'A script' }, CALLER)}`
  expect((await get({ Cookie: '', Authorization })).status).toBe(200)
  // With a token, the cookie is ignored.
  expect((await get({ Authorization: 'Bearer larder_nonsense' })).status).toBe(404)
})

test('the photo of a client that has left is not read', async () => {
  const { services, ada, list, post } = await setUp()
  await post(form(['receiptImage', file(jpeg)]), { closed: AbortSignal.abort() })
  expect(await receiptOf(services, ada, list.id)).toBeUndefined()
})
