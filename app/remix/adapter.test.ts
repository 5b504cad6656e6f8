import { createRequestHandler } from '@remix-run/express'
import express from 'express'
import { expect, test } from 'vitest'
import { listen } from '#tests/support/listen.ts'
import { remixBuild } from '#tests/support/remixBuild.ts'
import { setAddress, setOwnHeaders } from './adapter.ts'

const headers = new Headers({ 'Cache-Control': 'private' })
headers.append('Set-Cookie', 'a=1')
headers.append('Set-Cookie', 'b=2')

/** A route whose action says under which address it was called. */
const build = remixBuild({
  one: {
    id: 'one',
    path: 'one',
    module: { action: ({ request }: { request: Request }) => new Response(request.url, { headers }) },
  },
})

test("Remix's adapter takes the address, headers and cookies that we set", async () => {
  const app = express().use(
    (req, res, next) => {
      setAddress(req.headers, 'http://home.example:3000')
      res.setHeader('Cache-Control', 'no-store')
      res.setHeader('Set-Cookie', 'c=3')
      setOwnHeaders(res)
      next()
    },
    createRequestHandler({ build, mode: 'production' }),
  )
  const response = await fetch(`${await listen(app)}/one`, {
    method: 'POST',
    headers: { 'X-Forwarded-Host': 'evil.example', Origin: 'https://home.example' },
  })
  expect(await response.text()).toBe('http://home.example:3000/one')
  expect(response.headers.get('Cache-Control')).toBe('private')
  expect(response.headers.getSetCookie()).toEqual(['c=3', 'a=1', 'b=2'])
})
