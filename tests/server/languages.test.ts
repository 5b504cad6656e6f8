import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson, startLarder } from '../support/larder.ts'
import { addItems, addList } from '../support/rows.ts'
import { addLink } from '../support/sharing.ts'

let running: Awaited<ReturnType<typeof startLarder>>
beforeAll(async () => {
  running = await startLarder()
})
afterAll(async () => running.stop())

function setUp() {
  const { larder } = running
  const person = addPerson(larder)
  const { origin } = new URL(larder.url)
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(larder.url + path, { headers, redirect: 'manual' })
    const html = await response.text()
    const [, lang = ''] = /<html lang="([^"]*)"/.exec(html) ?? []
    return { response, html, lang }
  }
  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(larder.url + path, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Origin: origin, Accept: 'text/html', ...headers },
      redirect: 'manual',
    })
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
    const cookie = cookies.find((one) => one.startsWith('language='))
    return { response, cookie, html: await response.text() }
  }
  const signedIn = { Cookie: `session=${person.cookie}` }
  return { larder, person, get, post, signedIn }
}

const asking = (language: string) => ({ 'Accept-Language': language })

test('a page speaks the language that the browser asks for, English otherwise', async () => {
  const { get } = setUp()
  const landing = (language: string) => get('/landing', asking(language))
  expect((await landing('de-AT,de;q=0.9,en;q=0.8')).lang).toBe('de')
  expect((await landing('pt-BR, fr;q=0.5')).lang).toBe('fr')
  expect((await landing('nl, *')).lang).toBe('en')
  expect((await get('/landing')).lang).toBe('en')
  expect((await landing('de')).html).toContain('Konto')
})

test('the choice in the footer counts for this browser, before what it asks for', async () => {
  const { get, post } = setUp()
  const { response, cookie } = await post('/language', { language: 'es', path: '/login?invite=abc' })
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/login?invite=abc'])
  const { lang, html } = await get('/login', { Cookie: cookie ?? '', ...asking('de') })
  expect(lang).toBe('es')
  expect(html).toMatch(/value="es" lang="es"[^>]* aria-current="true"/)
})

test.each([
  'https://evil.example/',
  '//evil.example/a',
  '/\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'landing',
  '',
])('the choice never leads off the site: %s', async (path) => {
  const { post } = setUp()
  const { response } = await post('/language', { language: 'fr', path })
  expect(response.headers.get('Location')).toBe('/landing')
})

test('an unknown language is refused with a sentence, and nothing changes', async () => {
  const { post } = setUp()
  const { response, cookie, html } = await post('/language', { language: 'xx', path: '/login' })
  expect(response.status).toBe(422)
  expect(cookie).toBeUndefined()
  expect(html).toContain('Choose en, de, es or fr.')
})

test("an account's choice comes before the browser's, on every device", async () => {
  const { get, post, person, signedIn } = setUp()
  const chosen = await post(
    '/settings',
    { intent: 'you', name: 'Ada', language: 'de', formats: 'de-CH', timeZone: '' },
    signedIn,
  )
  expect([chosen.response.status, chosen.cookie]).toEqual([303, undefined])
  const page = await get(`/?userID=${person.id}`, { ...signedIn, ...asking('fr') })
  expect(page.lang).toBe('de')
  expect(page.html).toContain(
    '<html lang="de" data-formats="{&quot;decimal&quot;:&quot;.&quot;,&quot;group&quot;:&quot;’&quot;',
  )

  const automatic = await post(
    '/settings',
    { intent: 'you', name: 'Ada', language: '', formats: '', timeZone: '' },
    signedIn,
  )
  expect(automatic.cookie).toBe('language=')
  expect((await get(`/?userID=${person.id}`, { ...signedIn, ...asking('fr') })).lang).toBe('fr')
})

test('a refused choice is shown again with its sentence', async () => {
  const { post, larder, person, signedIn } = setUp()
  const { response, html } = await post(
    '/settings',
    { intent: 'you', name: 'Ada', language: 'fr', formats: 'roman', timeZone: '' },
    signedIn,
  )
  expect(response.status).toBe(422)
  expect(html).toMatch(/<option value="fr" selected="">/)
  const row = larder.database.prepare('SELECT language FROM users WHERE id = ?').get(person.id)
  expect(row).toEqual({ language: '' })
})

test('signed in, the choice in the footer is the account’s as well', async () => {
  const { get, post, signedIn, person } = setUp()
  await post(
    '/settings',
    { intent: 'you', name: 'Ada', language: 'de', formats: 'de-CH', timeZone: '' },
    signedIn,
  )
  await post('/language', { language: 'es', path: '/landing' }, signedIn)
  const { html, lang } = await get(`/?userID=${person.id}`, signedIn)
  expect(lang).toBe('es')
  expect(html).toContain('’')
})

test('a page that does not exist says so in the language of the account', async () => {
  const { get, post, signedIn } = setUp()
  await post('/settings', { intent: 'you', name: 'Ada', language: 'de', formats: '', timeZone: '' }, signedIn)
  const { response, lang, html } = await get('/nowhere', signedIn)
  expect([response.status, lang]).toEqual([404, 'de'])
  expect(html).toContain('<title>Larder</title>')
})

test('somebody with a link chooses for their browser', async () => {
  const { larder, person, get, post } = setUp()
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }])
  const link = addLink(larder, listId, 'editor')
  expect((await get(link)).html).toContain(`action="${link}/language"`)
  const { response, cookie } = await post(`${link}/language`, { language: 'de' })
  expect([response.status, response.headers.get('Location')]).toEqual([303, link])
  expect((await get(link, { Cookie: cookie ?? '' })).lang).toBe('de')
})

test('errors, messages and numbers are in the language of the reader', async () => {
  const { larder, person, get, post, signedIn } = setUp()
  const listId = addList(larder, person, 'Markt')
  addItems(larder, listId, [{ name: 'Käse', quantity: 1.5, price: 1234.56 }])
  const german = { ...signedIn, ...asking('de') }
  const { html } = await get(`/single-list?listID=${listId}`, german)
  expect(html).toContain('1,5')
  expect(html).toContain('1.234,56\u00a0$')
  const added = await post(
    `/quick-add?listID=${listId}`,
    { lines: '2 kg Kartoffeln' },
    { ...german, Accept: 'application/json' },
  )
  expect(JSON.parse(added.html).message).toMatch(/2 kg Kartoffeln/)
  expect(JSON.parse(added.html).message).not.toMatch(/Added/)
  const missing = await get('/nowhere', asking('de'))
  expect(missing.response.status).toBe(404)
  expect(missing.lang).toBe('de')
})

test('the API answers in the language that is asked for, with the same codes', async () => {
  const { larder } = setUp()
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${larder.url}/api/v1/list`, { headers })).json()
  const english = await ask({ Cookie: 'language=de' })
  const german = await ask(asking('de'))
  expect(english.msg).toBe('Log in first.')
  expect(german.msg).not.toBe(english.msg)
  expect(german.code).toBe(english.code)
})

test('a page names the file with its texts, and an English one none', async () => {
  const { get } = setUp()
  const { html, response } = await get('/landing', asking('fr'))
  const files = html.match(/(?<=<link rel="modulepreload" href=")\/assets\/[^"]*words-fr-[^"]+/g) ?? []
  expect(files.map((file) => file.split('-fr-')[0])).toEqual(['/assets/words', '/assets/other-words'])
  for (const file of files) expect(response.headers.get('Link')).toContain(file)
  expect((await get('/landing')).html).not.toContain('words-')
})

test('the page of a list names the file with the texts of lists only', async () => {
  const { larder, person, get, signedIn } = setUp()
  const listId = addList(larder, person, 'Market')
  const { html } = await get(`/single-list?listID=${listId}`, { ...asking('fr'), ...signedIn })
  expect(html).toMatch(/"\/assets\/words-fr-/)
  expect(html).not.toContain('other-words-')
})

test('the API changes the choice of an account, and refuses what Larder does not know', async () => {
  const { larder, get, person, signedIn } = setUp()
  const send = async (body: object) => {
    const response = await fetch(`${larder.url}/api/v1/user`, {
      method: 'PATCH',
      headers: { ...signedIn, Origin: larder.url, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, json: await response.json() }
  }
  const account = { userId: person.id, name: 'Ada', timeZone: '', currency: '' }
  expect(await send({ language: 'fr' })).toEqual({
    status: 200,
    json: { user: { ...account, language: 'fr', formats: '' } },
  })
  expect((await send({ formats: 'fr-CH' })).json.user).toEqual({
    ...account,
    language: 'fr',
    formats: 'fr-CH',
  })
  const refused = await send({ language: 'xx' })
  expect([refused.status, refused.json.code]).toEqual([422, 'language-invalid'])
  expect((await send({})).json.user.language).toBe('fr')
  expect((await get(`/?userID=${person.id}`, signedIn)).lang).toBe('fr')
})

test('times are those of the chosen zone, without JavaScript, too', async () => {
  const { larder, person, get, post, signedIn } = setUp()
  const listId = addList(larder, person, 'Market')
  const session = Date.UTC(2026, 0, 31, 23, 30)
  larder.database.prepare('UPDATE sessions SET created_at = ? WHERE user_id = ?').run(session, person.id)
  larder.database.prepare('UPDATE lists SET created_at = ? WHERE id = ?').run(session, listId)
  expect((await get('/settings', signedIn)).html).toContain('Jan 31, 2026, 23:30 UTC')
  const choice = { intent: 'you', name: 'Ada', language: 'en', formats: '', timeZone: 'Asia/Tokyo' }
  await post('/settings', choice, signedIn)
  const { html } = await get('/settings', signedIn)
  expect(html).toContain('data-time-zone="Asia/Tokyo"')
  expect(html).toContain('Feb 1, 2026, 08:30')
  expect((await get(`/?userID=${person.id}`, signedIn)).html).toContain('Feb 1, 2026')
  const refused = await post('/settings', { ...choice, timeZone: 'Mars/Olympus' }, signedIn)
  expect(refused.response.status).toBe(422)
})

test.each(['de', 'es', 'fr'])('the installed app is described in %s', async (language) => {
  const { larder, get } = setUp()
  const [, path] =
    /<link rel="manifest" href="([^"]+)"/.exec((await get('/landing', asking(language))).html) ?? []
  const read = async (path = '') => (await fetch(larder.url + path)).json()
  const [english, other] = [await read('/manifest.webmanifest'), await read(path)]
  expect(other).toMatchObject({ id: english.id, lang: language, start_url: english.start_url })
  expect(other.description).not.toBe(english.description)
  expect(other.shortcuts).toMatchObject([{ url: '/share-target' }])
  expect(other.shortcuts[0].name).not.toBe(english.shortcuts[0].name)
})
