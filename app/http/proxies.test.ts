import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { createProxies } from './proxies.ts'

const CHAINS = [
  '',
  '192.0.2.7',
  '192.0.2.7, 10.0.0.1',
  '192.0.2.7,10.0.0.1 , 10.0.0.2',
  '10.0.0.9, 10.0.0.1',
  'nonsense',
  '::1, 2001:db8::1',
]

test.each(['off', '1', '2', '9', '127.0.0.1/32', '127.0.0.0/8,10.0.0.0/8'])(
  'with TRUST_PROXY=%s a request comes from where Express would say it comes from, and the way it would say',
  async (TRUST_PROXY) => {
    const config = readConfig({ TRUST_PROXY })
    const { addressOf, protocolOf } = createProxies(config)
    const app = express()
    app.set('trust proxy', config.TRUST_PROXY)
    app.use((req, res) => {
      res.json({ ours: [addressOf(req), protocolOf(req)], theirs: [req.ip, req.protocol] })
    })
    const server = createServer(app).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = async (headers: Record<string, string>) => {
      const { ours, theirs } = await (await fetch(url, { headers })).json()
      expect(ours, JSON.stringify(headers)).toEqual(theirs)
    }
    for (const chain of CHAINS) await ask({ 'X-Forwarded-For': chain })
    for (const protocol of ['https', 'http', ' https , http', '', 'HTTPS,']) {
      await ask({ 'X-Forwarded-Proto': protocol })
    }
    await ask({})
  },
)
