import type { IncomingMessage } from 'node:http'
import express from 'express'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { listen } from '#tests/support/listen.ts'
import { createClientAddress } from './requestContext.ts'

const CHAINS = [
  '',
  '192.0.2.7',
  '192.0.2.7, 10.0.0.1',
  '192.0.2.7,10.0.0.1 , 10.0.0.2',
  '10.0.0.9, 10.0.0.1',
  '::1, 2001:db8::1',
]

test.each(['off', '1', '2', '9', '127.0.0.1/32', '127.0.0.0/8,10.0.0.0/8'])(
  'with TRUST_PROXY=%s a request has the address and protocol that Express would give it',
  async (TRUST_PROXY) => {
    const config = readConfig({ TRUST_PROXY })
    const { addressOf, protocolOf } = createClientAddress(config)
    const app = express()
    app.set('trust proxy', config.TRUST_PROXY)
    app.use((req, res) => {
      res.json({ larder: [addressOf(req), protocolOf(req)], express: [req.ip, req.protocol] })
    })
    const url = await listen(app)
    const compare = async (headers: Record<string, string>) => {
      const { larder, express } = await (await fetch(url, { headers })).json()
      expect(larder, JSON.stringify(headers)).toEqual(express)
    }
    for (const chain of CHAINS) await compare({ 'X-Forwarded-For': chain })
    for (const protocol of ['https', 'http', ' https , http', '']) {
      await compare({ 'X-Forwarded-Proto': protocol })
    }
    await compare({})
  },
)

const NETWORKS = '127.0.0.0/8,10.0.0.0/8,fd00::/8'

function clientOf(TRUST_PROXY: string, headers: Record<string, string>) {
  const { addressOf, protocolOf } = createClientAddress(readConfig({ TRUST_PROXY }))
  const req = { socket: { remoteAddress: '127.0.0.1' }, headers } as unknown as IncomingMessage
  return { address: addressOf(req), protocol: protocolOf(req) }
}
const addressFrom = (TRUST_PROXY: string, chain: string) =>
  clientOf(TRUST_PROXY, { 'x-forwarded-for': chain }).address

test.each([
  ['9.9.9.9:1234', '9.9.9.9'],
  ['9.9.9.9:1235', '9.9.9.9'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['[2001:db8::9]:1234', '2001:db8::9'],
  ['2001:db8::9', '2001:db8::9'],
  ['fe80::9%eth0', 'fe80::9'],
  ['[fe80::9%eth0]:1', 'fe80::9'],
  ['8.8.8.8, 9.9.9.9:1234', '9.9.9.9'],
])('X-Forwarded-For: %s comes from %s, with or without a port', (chain, address) => {
  expect(addressFrom('1', chain)).toBe(address)
  expect(addressFrom(NETWORKS, chain)).toBe(address)
})

test('a proxy is trusted with a port too', () => {
  for (const chain of ['9.9.9.9:4, 10.0.0.1:5', '9.9.9.9:4, [fd00::1]:5', '8.8.8.8, 9.9.9.9, 10.0.0.1:5']) {
    expect(addressFrom(NETWORKS, chain), chain).toBe('9.9.9.9')
    expect(addressFrom('2', chain), chain).toBe('9.9.9.9')
  }
  expect(addressFrom('1', '9.9.9.9:4, 10.0.0.1:5')).toBe('10.0.0.1')
  expect(addressFrom('9', '9.9.9.9:4, 10.0.0.1:5')).toBe('9.9.9.9')
})

test.each([
  'nonsense',
  'unknown',
  'a, b, c',
  '9.9.9.9:',
  '9.9.9.9:123456',
  '9.9.9.9:80:80',
  '9.9.9.9.9',
  '09.9.9.9',
  '[9.9.9.9]:80',
  '[2001:db8::9',
  '[2001:db8::9]80',
  '[]:1',
  '"[2001:db8::9]"',
  '8.8.8.8, nonsense',
])('%j is not an IP address, so the proxy that sent it counts as the client', (chain) => {
  expect(addressFrom('1', chain)).toBe('127.0.0.1')
  expect(addressFrom('9', chain)).toBe('127.0.0.1')
  expect(addressFrom(NETWORKS, chain)).toBe('127.0.0.1')
  expect(addressFrom(NETWORKS, `${chain}, 10.0.0.1:5`)).toBe('10.0.0.1')
  expect(addressFrom('2', `${chain}, 10.0.0.1:5`)).toBe('10.0.0.1')
  expect(addressFrom('off', chain)).toBe('127.0.0.1')
})

test('headers never bring control characters into the log', () => {
  for (const chain of ['\u001b[31m9.9.9.9', '9.9.9.9\u009b', 'fe80::9%\u009b', '[\u009b]:1']) {
    expect(addressFrom('1', chain), JSON.stringify(chain)).toBe('127.0.0.1')
  }
  expect(clientOf('1', { 'x-forwarded-proto': '\u009b' }).protocol).toBe('http')
})

test('invalid hops before an untrusted one change nothing', () => {
  expect(addressFrom('1', 'nonsense, 9.9.9.9')).toBe('9.9.9.9')
  expect(addressFrom(NETWORKS, 'nonsense, 9.9.9.9, 10.0.0.1')).toBe('9.9.9.9')
})

test.each(['HTTPS', 'https'])('X-Forwarded-Proto: %s is https', (protocol) => {
  expect(clientOf('1', { 'x-forwarded-proto': protocol }).protocol).toBe('https')
})

test.each(['gopher', 'javascript', 'x y', 'https://'])('X-Forwarded-Proto: %j is ignored', (protocol) => {
  expect(clientOf('1', { 'x-forwarded-proto': protocol }).protocol).toBe('http')
})
