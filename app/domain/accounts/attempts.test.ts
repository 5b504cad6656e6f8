import { describe, expect, test } from 'vitest'
import { DomainError, type PlainCode } from '#app/domain/errors.ts'
import type { RateLimit } from '#app/domain/limitsAndLifetimes.ts'
import { createServices } from '#app/services.server.ts'
import { testServices } from '#tests/support/services.ts'
import {
  consume,
  countAttempts,
  networkOf,
  refund,
  refundIfBusy,
  resetLimit,
  tryConsume,
} from './attempts.ts'

const TWICE: RateLimit = { name: 'test', max: 2, window: 60_000 }

describe('a limit in the database', () => {
  test('allows as many as configured, then says how long to wait', async () => {
    const services = await testServices()
    await consume(services, [TWICE, 'ada'])
    await consume(services, [TWICE, 'ada'])
    const third = consume(services, [TWICE, 'ada'])
    await expect(third).rejects.toMatchObject({ code: 'too-many-requests', status: 429 })
    await expect(third).rejects.toMatchObject({ retryAfter: expect.closeTo(60, -1) })
  })

  test('counts each key separately', async () => {
    const services = await testServices()
    for (const who of ['ada', 'bob']) {
      await consume(services, [TWICE, who])
      await consume(services, [TWICE, who])
    }
  })

  test('resets when its window is over', async () => {
    const services = await testServices()
    const at = (now: number) =>
      services.write(async (tx) => (await tryConsume(tx, TWICE, 'ada', now)).allowed)
    const now = Date.now()
    expect([await at(now), await at(now + 1000), await at(now + 59_999)]).toEqual([true, true, false])
    expect(await at(now + 60_000)).toBe(true)
  })

  test('counts requests whose clock is a little behind, but a clock that was wrong locks nobody out', async () => {
    const services = await testServices()
    const at = (now: number) =>
      services.write(async (tx) => (await tryConsume(tx, TWICE, 'ada', now)).allowed)
    const now = Date.now()
    expect([await at(now), await at(now - 1), await at(now - 2)]).toEqual([true, true, false])
    expect(await at(now - 10_000)).toBe(true)
  })

  test('survives a restart', async () => {
    const services = await testServices()
    await consume(services, [TWICE, 'ada'])
    await consume(services, [TWICE, 'ada'])
    const restarted = await createServices(services.config, services.log)
    await expect(consume(restarted, [TWICE, 'ada'])).rejects.toMatchObject({ status: 429 })
    await restarted.close()
  })

  // ASVS 2.3.2
  test('allows exactly as many of 20 parallel requests', async () => {
    const services = await testServices()
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => consume(services, [TWICE, 'ada'])))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  test('can be given back and cleared', async () => {
    const services = await testServices()
    const take = () => services.write(async (tx) => (await tryConsume(tx, TWICE, 'ada')).allowed)
    await take()
    await take()
    await services.write((tx) => refund(tx, TWICE, 'ada'))
    expect([await take(), await take()]).toEqual([true, false])
    await services.write((tx) => resetLimit(tx, TWICE, 'ada'))
    expect(await take()).toBe(true)
  })

  test.each<[code: PlainCode, counted: boolean]>([
    ['server-busy', false],
    ['photos-busy', false],
    ['too-many-parallel-requests', false],
    ['request-cancelled', true],
    ['photo-damaged', true],
    ['photo-too-complex', true],
    ['photo-timeout', true],
    ['photo-reader-failed', true],
  ])('after %s, a try counts: %s', async (code, counted) => {
    const services = await testServices()
    await consume(services, [TWICE, 'ada'])
    const fail = () => Promise.reject(new DomainError(code))
    await expect(refundIfBusy(services, [TWICE, 'ada'], fail)).rejects.toMatchObject({ code })
    expect(await countAttempts(services.db, TWICE, 'ada')).toBe(counted ? 1 : 0)
  })

  test('stores no addresses or names in the table', async () => {
    const services = await testServices()
    await consume(services, [TWICE, 'ada@example.org'])
    const rows = await services.db.query.rateLimits.findMany()
    expect(JSON.stringify(rows)).not.toContain('ada')
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3:4:203.0.113.9', '2001:db8:1:2::/64'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
  ['::203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9%eth0', '203.0.113.9'],
  ['', ''],
  ['unknown', 'unknown'],
  ['203.0.113', '203.0.113'],
  ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
  ['::ffff:300.0.113.9', '::ffff:300.0.113.9'],
])('the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
