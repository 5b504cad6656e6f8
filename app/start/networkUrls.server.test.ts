import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { networkUrls } from './networkUrls.server.ts'

const info = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo

const HOME = {
  lo: [info('127.0.0.1', true), info('::1', true)],
  docker0: [info('172.17.0.1')],
  wlan0: [info('fe80::1'), info('2001:db8::20'), info('192.168.1.20'), info('169.254.7.7')],
}

const LOCAL = 'http://192.168.1.20:3000'

test.each([
  ['0.0.0.0', [LOCAL]],
  ['::', [LOCAL, 'http://[2001:db8::20]:3000']],
  ['192.168.1.20', [LOCAL]],
  ['127.0.0.1', []],
  ['::1', []],
])('a server on %s is at %j for a phone', (address, urls) => {
  expect(networkUrls({ address, port: 3000, family: '' }, () => HOME)).toEqual(urls)
})

test('names up to three addresses', () => {
  const interfaces = { eth0: ['1', '2', '3', '4'].map((last) => info(`10.0.0.${last}`)) }
  expect(networkUrls({ address: '0.0.0.0', port: 80, family: '' }, () => interfaces)).toHaveLength(3)
})

test('where a sandbox forbids to ask for addresses, there are none', () => {
  const forbidden = () => {
    throw new Error('A system error occurred: uv_interface_addresses returned Unknown system error 97')
  }
  expect(networkUrls({ address: '0.0.0.0', port: 80, family: '' }, forbidden)).toEqual([])
})
