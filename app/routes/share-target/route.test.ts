import { expect, test, vi } from 'vitest'
import { readText } from '#app/domain/quickAdd/readText.ts'
import { serveRoute } from '#tests/support/serveRoute.ts'
import { testServices } from '#tests/support/services.ts'
import { action, loader } from './route.tsx'

vi.mock(import('#app/domain/quickAdd/readText.ts'), { spy: true })

test('text that is shared without a session goes to the login whole and unread', async () => {
  const url = await serveRoute(await testServices(), { loader, action })
  const shared = { text: 'Milk & honey\n; ; ; x', title: 'Groceries' }
  for (const method of ['GET', 'POST']) {
    const search = new URLSearchParams({ ...shared, url: 'https://shop.example.org/' })
    const response = await fetch(`${url}?${search}`, {
      method,
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    })
    const location = new URL(response.headers.get('Location') ?? '', url)
    expect([response.status, location.pathname]).toEqual([303, '/login'])
    expect(Object.fromEntries(location.searchParams)).toEqual({
      share: `${shared.text}\nhttps://shop.example.org/`,
      title: 'Groceries',
    })
  }
  expect(readText).not.toHaveBeenCalled()
})
