import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { routeNames } from './routeNames.ts'

const routes = Object.fromEntries(
  [
    { id: 'root', path: '' },
    { id: 'lists', parentId: 'root', path: '/' },
    { id: 'receipt', parentId: 'root', path: 'receipt/:id' },
    { id: 'settings', parentId: 'root', path: 'settings' },
    { id: 'export', parentId: 'root', path: 'settings/export' },
    { id: 'guest', parentId: 'root', path: 's/:token' },
    { id: 'guest-act', parentId: 'root', path: 's/:token/completed' },
    { id: 'nested', parentId: 'settings', path: 'more' },
    { id: 'docs', parentId: 'root', path: 'api/docs' },
    { id: 'none', parentId: 'root', path: '*' },
  ].map((route) => [route.id, route]),
)
const nameOf = routeNames({ routes } as unknown as ServerBuild)

test.each([
  ['/', '/'],
  ['/_root.data', '/'],
  ['/receipt/0195', '/receipt/:id'],
  ['/receipt/0195.data', '/receipt/:id'],
  ['/receipt/0195/more', 'other'],
  ['/receipt', 'other'],
  ['/s/aToken', '/s/:token'],
  ['/s/aToken/completed.data', '/s/:token/completed'],
  ['/settings', '/settings'],
  ['/settings/', '/settings'],
  ['/settings/export', '/settings/export'],
  ['/settings/more', '/settings/more'],
  ['/settings/less', 'other'],
  ['/api/docs', '/api/docs'],
  ['/api/docs.data', '/api/docs'],
  ['/api/v1/list', '/api/v1/list'],
  ['/api/v1/item/checkbox/0195', '/api/v1/item'],
  ['/api/v1/openapi.json', '/api/v1/openapi.json'],
  ['/api/v1/toString', 'other'],
  ['/api/v1/', 'other'],
  ['/api/v2/list', 'other'],
  ['/assets/entry-1.js', '/assets'],
  ['/favicon.ico', 'other'],
  ['/constructor', 'other'],
  ['*', 'other'],
  ['', '/'],
])('%s counts as %s', (path, name) => {
  expect(nameOf(path)).toBe(name)
})
