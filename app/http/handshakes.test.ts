import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { createAskerOf } from './handshakes.ts'

const CHAINS = [
  undefined,
  '',
  '192.0.2.7',
  '192.0.2.7, 10.0.0.1',
  '192.0.2.7,10.0.0.1 , 10.0.0.2',
  '10.0.0.9, 10.0.0.1',
  'nonsense',
  '::1, 2001:db8::1',
]

test.each(['off', '1', '2', '9', '127.0.0.1/32', '127.0.0.0/8,10.0.0.0/8'])(
  'with TRUST_PROXY=%s a socket comes from where Express would say a request comes from',
  async (TRUST_PROXY) => {
    const config = readConfig({ TRUST_PROXY })
    const askerOf = createAskerOf(config)
    const app = express()
    app.set('trust proxy', config.TRUST_PROXY)
    app.use((req, res) => void res.json([askerOf(req).address, req.ip]))
    const server = createServer(app).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const chain of CHAINS) {
      const answer = await fetch(url, { headers: chain === undefined ? {} : { 'X-Forwarded-For': chain } })
      const [ours, express] = await answer.json()
      expect([chain, ours]).toEqual([chain, express])
    }
  },
)
